import { win32 } from 'node:path';

/** What a package manager's shim runs. */
export interface ShimTarget {
  /** Options of Node.js before the script. */
  readonly nodeArgs: readonly string[];
  /** Absolute path of the script. */
  readonly script: string;
}

/**
 * Reads the `.cmd` or `.ps1` file that npm, pnpm or yarn puts on the PATH for a JavaScript program, so that the program can be
 * started without a shell, which would parse the arguments once more. Undefined when the text is no such shim.
 */
export function parseShim(text: string, shimPath: string): ShimTarget | undefined {
  // The last line that names a script and passes all arguments on: `"%_prog%" --flag "%dp0%\node_modules\x\cli.js" %*`,
  // or `& "$basedir/node$exe"  "$basedir/node_modules/x/cli.js" $args`.
  const call =
    /(?:"?%_prog%"?|"?node(?:\.exe)?"?|[\\/]node(?:\.exe|\$exe)"?)\s+((?:--?[\w-]+(?:=\S+)?\s+)*)"([^"]+)"\s+(?:%\*|\$args)/g;
  const match = [...text.matchAll(call)].at(-1);
  const target = match?.[2];
  if (!target) return undefined;
  const relative = /^(?:%~?dp0%?|\$basedir)[\\/]?(.+)$/i.exec(target)?.[1];
  const script = relative === undefined ? target : win32.join(win32.dirname(shimPath), relative);
  if (!win32.isAbsolute(script) || /[%$]/.test(script)) return undefined;
  return { nodeArgs: (match?.[1] ?? '').split(/\s+/).filter(Boolean), script: win32.normalize(script) };
}

/** The files that Windows would try for a name: in each directory, the name with each extension of PATHEXT, or as it is when it has one. */
export function windowsCandidates(
  name: string,
  directories: readonly string[],
  pathExtensions: string,
): readonly string[] {
  const extensions = (pathExtensions || '.COM;.EXE;.BAT;.CMD').split(';').filter(Boolean);
  const has = extensions.some((extension) => name.toLowerCase().endsWith(extension.toLowerCase()));
  const names =
    has || /\.(?:[cm]?js|ps1)$/i.test(name) ? [name] : extensions.map((extension) => name + extension.toLowerCase());
  return directories.flatMap((directory) => names.map((candidate) => win32.join(directory, candidate)));
}
