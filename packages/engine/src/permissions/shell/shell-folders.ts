import { resolve } from 'node:path'
import { wordSet } from '../../text/word-set.ts'
import type { CommandPart } from './command-part.ts'
import { HARMLESS_DEVICES, READS_NOTHING, STEERS_PATTERNS, WRITES_NOTHING } from './program-kinds.ts'
import { isPlainAwk } from './read-awk-use.ts'
import { isPlainSed } from './read-sed-use.ts'
import { findShellScript, getCommandName, SHELLS } from './unwrap-command.ts'

/** The folders in which the rest of a command line may run. */
export interface ShellFolders {
  /** Every folder that is possible: a `cd` may fail, or happen in a subshell only. */
  readonly places: readonly string[]
  /** Somewhere that nobody can tell. */
  readonly isLost: boolean
  readonly hasMoved: boolean
  /** Paths lead where they led before the line began: no command before has made or moved a link or a folder. */
  readonly areNamesCertain: boolean
  /** Patterns mean what they mean in a shell that nobody has set otherwise. */
  readonly arePatternsCertain: boolean
  /** The line as a whole. */
  readonly line: LineCertainty
  /** Where `cd` goes; null when that is not written there. */
  readTarget(part: CommandPart): string | null
  /** Takes into account what a command does to the folder. */
  follow(part: CommandPart): void
}

export function createShellFolders(
  cwd: string,
  home: string | null,
  line: LineCertainty = CERTAIN_LINE,
): ShellFolders {
  const places = [cwd]
  let isLost = false
  let hasMoved = false
  let areNamesCertain = line.isSequential || !line.changesNames
  return {
    line,
    places,
    get isLost() {
      return isLost
    },
    get hasMoved() {
      return hasMoved
    },
    get areNamesCertain() {
      return areNamesCertain
    },
    arePatternsCertain: !line.steersPatterns,
    readTarget: part => readTarget(part, home),
    follow(part) {
      if (!leavesNamesAlone(part)) areNamesCertain = false
      const name = getCommandName(part.words)
      if (!MOVING.has(name) && !part.forms.some(form => MOVING.has(getCommandName(form)))) return
      hasMoved = true
      // Without a certain home, a variable of the line may decide where `cd` goes.
      const target = name === 'cd' && home !== null ? readTarget(part, home) : null
      if (target === null || places.length > MOST_PLACES) isLost = true
      else for (const place of [...places]) places.push(resolve(place, target))
    },
  }
}

function readTarget({ words }: CommandPart, home: string | null): string | null {
  const operands = words.slice(1).filter(word => !/^-[LPe@]*$|^--$/.test(word.text) || word.text === '-')
  const [target] = operands
  if (target === undefined) return home
  const isCertain =
    operands.length === 1 && !target.isDynamic && target.glob === null && !/^[-+]/.test(target.text)
  return isCertain && target.text !== '' ? target.text : null
}

const MOVING: ReadonlySet<string> = new Set(['cd', 'pushd', 'popd', 'chdir'])
const MOST_PLACES = 4

/** What one command of a line may do to the meaning of paths in the others. */
type LineCertainty = {
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
const CERTAIN_LINE: LineCertainty = {
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
const WRITING = wordSet(
  'tee cp mv dd install ln perl patch tar unzip curl wget rsync scp truncate split csplit',
)
const WRITING_OPTIONS: Readonly<Record<string, RegExp>> = {
  sed: /^-[A-Za-z]*i|^--in/,
  sort: /^-[A-Za-z]*o|^--o/,
  shuf: /^-[A-Za-z]*o|^--o/,
  awk: />/,
  mawk: />/,
  gawk: />/,
}

/** Whether a command is known to make no link, and to move or replace nothing: then every path still leads where it led. */
function leavesNamesAlone(part: CommandPart): boolean {
  const name = getCommandName(part.words)
  if (part.words.length === 0) return true
  // What the text says is judged on its own.
  if (SHELLS.has(name)) return !findShellScript(part.words).isOpaque
  if (name === 'eval') return !part.isOpaque
  if (part.isOpaque) return false
  if (READS_NOTHING.has(name) || WRITES_NOTHING.has(name) || MAKES_PLAIN_FILES.has(name)) return true
  const texts = part.words.slice(1).map(({ text }) => text)
  const isKnown = !part.words.some(word => word.isDynamic)
  if (name === 'cp')
    return isKnown && texts.every(text => !text.startsWith('-') || /^-[fnpvi]+$|^--$/.test(text))
  if (name === 'find') return !texts.some(text => /^-(?:exec|execdir|ok|okdir|delete)$/.test(text))
  if (name === 'git') return isKnown && GIT_QUIET.has(texts[0] ?? '')
  if (name === 'sed') return isKnown && isPlainSed(texts)
  if (name === 'awk' || name === 'mawk' || name === 'gawk')
    return isKnown && isPlainAwk(texts, { mayWrite: true })
  return false
}

/** They write or remove files, but a file that they make is a plain one or a folder. */
const MAKES_PLAIN_FILES = wordSet(
  'mkdir rmdir touch tee rm unlink truncate shred chmod chown chgrp dd sort uniq shuf split csplit date rg tree xxd base64 less more history',
)

const GIT_QUIET = wordSet(
  'status log diff show add commit push fetch branch tag remote rev-parse rev-list ls-files ls-tree ls-remote describe merge-base blame grep shortlog reflog config for-each-ref show-ref cat-file name-rev check-ignore count-objects help version',
)
