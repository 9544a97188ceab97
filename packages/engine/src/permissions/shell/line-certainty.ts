import type { CommandPart } from './command-part.ts'
import { HARMLESS_DEVICES } from './harmless-devices.ts'
import { leavesNamesAlone } from './leaves-names-alone.ts'
import { STEERS_PATTERNS } from './program-files.ts'
import { getCommandName } from './unwrap-command.ts'

/** What one command of a line may do to the meaning of paths in the others. */
export type LineCertainty = {
  /** Its commands run one after the other, in the order in which they stand. */
  readonly isSequential: boolean
  /** Some command may make or move links or folders. */
  readonly changesNames: boolean
  /** Some command may change which files a pattern means. */
  readonly steersPatterns: boolean
  /** Another command may have written a file by the time that this one runs. */
  readonly isWrittenBefore: (part: CommandPart) => boolean
}

/** A line of which nothing is known but that it runs one harmless command. */
export const CERTAIN_LINE: LineCertainty = {
  isSequential: true,
  changesNames: false,
  steersPatterns: false,
  isWrittenBefore: () => false,
}

/** Looks at a whole line before its commands are judged one by one. */
export function readLineCertainty(
  command: string,
  { parts, isPlain }: { readonly parts: readonly CommandPart[]; readonly isPlain: boolean },
): LineCertainty {
  // In a pipe, a group, a loop or a script of its own, a command may run before one that stands in front of it.
  const isSequential =
    isPlain && !parts.some(part => part.isAltered) && !/[|&()`{}]/.test(command.replaceAll('&&', ' '))
  return {
    isSequential: isSequential || parts.length === 1,
    changesNames: parts.some(part => !leavesNamesAlone(part)),
    steersPatterns: STEERS_PATTERNS.test(command) || parts.some(setsOptions),
    isWrittenBefore: part => {
      const others = isInOrder(command, { parts, isPlain }) ? parts.slice(0, parts.indexOf(part)) : parts
      return others.some(other => other !== part && writesFiles(other))
    },
  }
}

/** No command begins before one that stands in front of it, not even in a pipe. */
function isInOrder(
  command: string,
  { parts, isPlain }: { readonly parts: readonly CommandPart[]; readonly isPlain: boolean },
): boolean {
  return (
    isPlain && !parts.some(part => part.isAltered) && !command.replaceAll(/&&|[<>]&|&>/g, ' ').includes('&')
  )
}

function setsOptions({ words, forms }: CommandPart): boolean {
  const name = getCommandName(words)
  const texts = words.slice(1).map(({ text }) => text)
  if (name === 'shopt' || name === 'setopt' || name === 'unsetopt' || name === 'emulate') return true
  // Only these leave patterns alone: stop at an error, at an unknown name, say what runs.
  if (name === 'set')
    return texts.some(
      text => /^[-+]/.test(text) && !/^[-+](?:[euxvEho]+|-)$/.test(text) && !PLAIN_OPTIONS.test(text),
    )
  return forms.some(form =>
    form.some(({ text }, index) => index > 0 && /^[-+][A-Za-z]*O/.test(text) && isShell(form[0]?.text ?? '')),
  )
}

function isShell(word: string): boolean {
  return /(?:^|\/)(?:ba|z|k|da|a)?sh$/.test(word)
}

function writesFiles({ words, redirections }: CommandPart): boolean {
  const isRedirected = redirections.some(
    ({ kind, target }) => kind === 'write' && !HARMLESS_DEVICES.has(target.text),
  )
  const name = getCommandName(words)
  const option = Object.hasOwn(WRITING_OPTIONS, name) ? WRITING_OPTIONS[name] : undefined
  return isRedirected || WRITING.has(name) || words.slice(1).some(({ text }) => option?.test(text) === true)
}

const PLAIN_OPTIONS = /^(?:pipefail|errexit|nounset|xtrace)$/
const WRITING: ReadonlySet<string> = new Set(
  'tee cp mv dd install ln perl patch tar unzip curl wget rsync scp truncate split csplit'.split(' '),
)
const WRITING_OPTIONS: Readonly<Record<string, RegExp>> = {
  sed: /^-[A-Za-z]*i|^--in/,
  sort: /^-[A-Za-z]*o|^--o/,
  shuf: /^-[A-Za-z]*o|^--o/,
  awk: />/,
  mawk: />/,
  gawk: />/,
}
