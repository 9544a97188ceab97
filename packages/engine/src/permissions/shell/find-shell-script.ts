import type { ShellWord } from './shell-command.ts'

/** Programs that run a text as shell commands. */
export const SHELLS: ReadonlySet<string> = new Set(
  'sh bash zsh dash ksh mksh ash fish rbash rzsh csh tcsh pwsh powershell'.split(' '),
)

/** The text that `bash -c '…'` would run; opaque where it is a file, the standard input or not known. */
export function findShellScript(words: readonly ShellWord[]): { scripts: string[]; isOpaque: boolean } {
  let hasCommand = false
  for (let index = 1; index < words.length; index++) {
    const word = words[index]
    if (word === undefined || word.isDynamic) break
    if (!/^[-+]./.test(word.text)) {
      return hasCommand ? { scripts: [word.text], isOpaque: false } : { scripts: [], isOpaque: true }
    }
    // A file that runs first.
    if (/^--(?:rcfile|init-file)/.test(word.text)) break
    if (!word.text.startsWith('--')) {
      hasCommand ||= word.text.startsWith('-') && word.text.includes('c')
      if (/[oO]$/.test(word.text)) index++
    }
  }
  return { scripts: [], isOpaque: true }
}
