/** The ids that pi 1.6.0 takes for a session. The length keeps the name of the session's file within what file systems allow. */
export const SESSION_ID = /^(?=.{1,200}$)[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/;
