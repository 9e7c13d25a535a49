/** The line that every text about a turn begins with: the session's id, and the turn's where it is needed to go on. */
export function headLine(ids: { readonly session?: string | undefined; readonly turn?: string | undefined }): string {
  const parts = [
    ids.session === undefined ? undefined : `[session: ${ids.session}]`,
    ids.turn === undefined ? undefined : `[turn: ${ids.turn}]`,
  ];
  return parts.filter((part) => part !== undefined).join(' ');
}

/** A call as a caller would write it: `qwen_reply({ session: "…", prompt: "…" })`. */
export function callText(tool: string, given: Readonly<Record<string, string>>): string {
  const parts = Object.entries(given).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return parts.length === 0 ? `${tool}()` : `${tool}({ ${parts.join(', ')} })`;
}
