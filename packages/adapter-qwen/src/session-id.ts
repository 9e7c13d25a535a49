/** The form of qwen's session ids (0.24.4): a UUID. */
export const SESSION_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
