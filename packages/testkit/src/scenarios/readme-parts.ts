/** How a host starts a server. */
export interface ServerConfiguration {
  readonly command: string;
  readonly args: readonly string[];
}

/** What stands between `<!-- NAME -->` and `<!-- end of NAME -->`; empty when there is no such part. */
export function marked(text: string, name: string): string {
  return new RegExp(`<!-- ${name} -->\\n+([\\s\\S]*?)\\n+<!-- end of ${name} -->`).exec(text)?.[1] ?? '';
}

/** The first cells of a table's rows, without the letters of code. */
export function firstColumn(table: string): string[] {
  return table
    .split('\n')
    .slice(2)
    .map((row) => /^\| *`?([^`|]*?)`? *\|/.exec(row)?.[1] ?? row);
}

/** The blocks of code of a page, in their order: the language, and the text. */
export function codeBlocks(text: string): { readonly language: string; readonly code: string }[] {
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language = '', code = '']) => ({ language, code }));
}

/**
 * Every way to start the server that a page shows: JSON for a host's file, and JSON inside a command line. Throws for a block that is
 * meant as JSON and is none.
 */
export function configurations(text: string): ServerConfiguration[] {
  return codeBlocks(text).flatMap(({ language, code }) => {
    if (language === 'json') return Object.values((JSON.parse(code) as McpServers).mcpServers ?? {});
    const json = /add-json \S+ -s \w+ '([\s\S]*?)'/.exec(code)?.[1];
    return json === undefined ? [] : [JSON.parse(json) as ServerConfiguration];
  });
}

interface McpServers {
  readonly mcpServers?: Readonly<Record<string, ServerConfiguration>>;
}
