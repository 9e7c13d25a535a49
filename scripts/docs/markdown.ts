/** A table; a cell's line ends and bars are made harmless. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

/** Text in the letters of code. */
export function code(text: string): string {
  return `\`${text}\``;
}

/** Lines in a block of code. */
export function block(text: string): string {
  return `\`\`\`\n${text.trimEnd()}\n\`\`\``;
}

/** A page that a person must not edit: its title, and its parts with an empty line between them. */
export function page(title: string, parts: readonly (string | undefined)[]): string {
  const note = '<!-- Made from the code by "npm run docs"; a change here is lost. -->';
  return `${[`# ${title}`, note, ...parts.filter((part) => part !== undefined)].join('\n\n')}\n`;
}

function cell(text: string): string {
  return text.replaceAll('\n', ' ').replaceAll('|', '\\|');
}
