/** The form of the ids of codex's threads (0.171.0): a UUID, of version 7 by now. */
export const SESSION_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
