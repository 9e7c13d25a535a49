/** A text in quotes, or a comment; one that is not closed reaches to the end. */
const textOrComment = /"(?:[^"\\]|\\.)*"|\/\/[^\n\r]*|\/\*.*?(?:\*\/|$)/gs;

/**
 * The content of a settings file or `.mcp.json`, which qwen (0.24.4) lets have comments.
 * @throws SyntaxError when it is not JSON otherwise
 */
export function parseSettings(text: string): unknown {
  return JSON.parse(text.replace(textOrComment, (found) => (found.startsWith('"') ? found : ' ')));
}
