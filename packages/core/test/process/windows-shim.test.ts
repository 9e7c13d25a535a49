import { describe, expect, test } from 'vitest';
import { parseShim, windowsCandidates } from '../../src/process/windows-shim.js';

const crlf = (lines: readonly string[]) => lines.join('\r\n');

describe('a shim', () => {
  test('of npm, for the command prompt', () => {
    const text = crlf([
      '@ECHO off',
      'GOTO start',
      ':find_dp0',
      'SET dp0=%~dp0',
      'EXIT /b',
      ':start',
      'SETLOCAL',
      'CALL :find_dp0',
      '',
      'IF EXIST "%dp0%\\node.exe" (',
      '  SET "_prog=%dp0%\\node.exe"',
      ') ELSE (',
      '  SET "_prog=node"',
      '  SET PATHEXT=%PATHEXT:;.JS;=;%',
      ')',
      '',
      'endLocal & goto #_undefined_# 2>NUL || title %COMSPEC% & "%_prog%"  "%dp0%\\node_modules\\@mint\\mint\\cli.js" %*',
    ]);
    expect(parseShim(text, 'C:\\Users\\Ada\\AppData\\Roaming\\npm\\mint.cmd')).toEqual({
      nodeArgs: [],
      script: 'C:\\Users\\Ada\\AppData\\Roaming\\npm\\node_modules\\@mint\\mint\\cli.js',
    });
  });

  test('of npm, with options of Node.js from the first line of the script', () => {
    const text = '& "%_prog%" --expose-gc --max-old-space-size=4096 "%dp0%\\node_modules\\mint\\cli.js" %*';
    expect(parseShim(text, 'C:\\npm\\mint.cmd')).toEqual({
      nodeArgs: ['--expose-gc', '--max-old-space-size=4096'],
      script: 'C:\\npm\\node_modules\\mint\\cli.js',
    });
  });

  test('of pnpm, for the command prompt', () => {
    const text = crlf([
      '@SETLOCAL',
      '@IF NOT DEFINED NODE_PATH (',
      '  @SET "NODE_PATH=C:\\store\\node_modules"',
      ')',
      '@IF EXIST "%~dp0\\node.exe" (',
      '  "%~dp0\\node.exe"  "%~dp0\\..\\mint\\dist\\cli.mjs" %*',
      ') ELSE (',
      '  @SET PATHEXT=%PATHEXT:;.JS;=;%',
      '  node  "%~dp0\\..\\mint\\dist\\cli.mjs" %*',
      ')',
    ]);
    expect(parseShim(text, 'D:\\pnpm\\bin\\mint.CMD')).toEqual({
      nodeArgs: [],
      script: 'D:\\pnpm\\mint\\dist\\cli.mjs',
    });
  });

  test('for PowerShell', () => {
    const text = [
      '#!/usr/bin/env pwsh',
      '$basedir=Split-Path $MyInvocation.MyCommand.Definition -Parent',
      '$exe=""',
      'if (Test-Path "$basedir/node$exe") {',
      '    & "$basedir/node$exe"  "$basedir/node_modules/mint/cli.js" $args',
      '} else {',
      '    & "node$exe"  "$basedir/node_modules/mint/cli.js" $args',
      '}',
    ].join('\n');
    expect(parseShim(text, 'C:\\npm\\mint.ps1')).toEqual({
      nodeArgs: [],
      script: 'C:\\npm\\node_modules\\mint\\cli.js',
    });
  });

  test.each([
    ['something else', '@echo off\r\ncall other.exe %*\r\n'],
    ['a script at a place that only a shell knows', '"%_prog%" "%APPDATA%\\x\\cli.js" %*'],
    ['a script without its arguments', '"%_prog%" "%dp0%\\cli.js"'],
    ['nothing', ''],
  ])('is none: %s', (_name, text) => {
    expect(parseShim(text, 'C:\\npm\\mint.cmd')).toBe(undefined);
  });
});

describe('the files that Windows tries', () => {
  test('are the name with each extension, directory by directory', () => {
    expect(windowsCandidates('mint', ['C:\\a', 'C:\\b'], '.EXE;.CMD')).toEqual([
      'C:\\a\\mint.exe',
      'C:\\a\\mint.cmd',
      'C:\\b\\mint.exe',
      'C:\\b\\mint.cmd',
    ]);
  });

  test('are the name alone when it has one', () => {
    expect(windowsCandidates('mint.CMD', ['C:\\a'], '.EXE;.CMD')).toEqual(['C:\\a\\mint.CMD']);
    expect(windowsCandidates('cli.js', ['C:\\a'], '')).toEqual(['C:\\a\\cli.js']);
    expect(windowsCandidates('mint-1.2', ['C:\\a'], '')).toEqual(
      ['.com', '.exe', '.bat', '.cmd'].map((extension) => `C:\\a\\mint-1.2${extension}`),
    );
  });
});
