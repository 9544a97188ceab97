import { wordSet } from '../../text/word-set.ts'
import type { CommandPart } from './command-part.ts'
import { getFileName } from './doubtful-use.ts'
import { listPossiblePaths } from './file-reading.ts'
import { WRITES_NOTHING } from './program-kinds.ts'
import { isPlainAwk } from './read-awk-use.ts'
import { readReadOnlyUse } from './read-only-use.ts'
import { isPlainSed } from './read-sed-use.ts'
import { runsProjectCode } from './runs-code.ts'
import { getCommandName } from './unwrap-command.ts'

/** Which files a command may write, as far as its words tell. */
type FileWriting = {
  /** Files and folders that it may write, make, move or remove. */
  readonly paths: readonly string[]
  /** Folders below which it may write anything. */
  readonly trees: readonly string[]
  /** It changes files from the root of the repository on, wherever it is called. */
  readonly isRepository: boolean
  /** It is not known to write only there. */
  readonly isUnsure: boolean
  /** It runs the project's code: what that writes shows nowhere. */
  readonly isProjectCode: boolean
}

/** What a command may write: nothing, exactly what its words say, or nobody knows what. */
export function findFileWriting(part: CommandPart, words: readonly string[] | null): FileWriting {
  const name = getCommandName(part.words)
  const texts = (
    words ?? part.words.map(({ certain, isDynamic, text }) => (isDynamic ? certain : text))
  ).slice(1)
  const isProjectCode = runsProjectCode(part)
  if (part.isOpaque && !isProjectCode) return UNSURE
  if (part.words.length === 0 || WRITES_NOTHING.has(name)) return NOTHING
  // What the text says is judged on its own.
  if (name === 'eval' || (part.isAltered && isShellText(name, texts))) return NOTHING
  if (isProjectCode) return { ...toWriting(listPaths(texts)), isProjectCode }
  if (words === null) return UNSURE
  // Whether a repository runs something of its own is asked elsewhere.
  if (readReadOnlyUse([name, ...texts], []) !== null) return NOTHING
  if (name === 'git') return findGitWriting(texts)
  return findOwnWriting(name, texts) ?? UNSURE
}

function isShellText(name: string, texts: readonly string[]): boolean {
  return /^(?:ba|da|z|k|a)?sh$/.test(name) && texts.some(text => /^-[A-Za-z]*c/.test(text))
}

function findOwnWriting(name: string, texts: readonly string[]): FileWriting | null {
  const paths = listPaths(texts)
  if (name === 'sed' || name === 'gsed')
    return isPlainSed(texts) ? toWriting(isInPlace(texts) ? paths : []) : null
  if (/^[gmn]?awk$/.test(name)) return isPlainAwk(texts, { mayWrite: false }) ? NOTHING : null
  if (name === 'find') {
    const begin = texts.findIndex(text => text.startsWith('-'))
    const starts = begin === -1 ? texts : texts.slice(0, begin)
    const isChanging = /^-(?:exec|ok|delete)/m.test(texts.join('\n'))
    return toWriting(paths, isChanging ? (starts.length === 0 ? ['.'] : starts) : [])
  }
  if (name === 'tar') return toWriting(paths, isUnpacking(texts) ? ['.', ...paths] : [])
  if (name === 'unzip')
    return texts.some(text => /^-[A-Za-z]*[lptvZz]/.test(text)) ? NOTHING : toWriting(paths, ['.', ...paths])
  if (name === 'curl')
    return texts.some(text => HIDDEN_CURL.test(text)) ? null : toWriting([...paths, ...listLastNames(texts)])
  if (name === 'cp' || name === 'mv' || name === 'ln' || name === 'install') {
    const all = [...paths, ...joinNames(texts)]
    return toWriting(all, name === 'mv' || isDeep(texts) ? all : [])
  }
  if (name === 'patch' || name === 'wget') return toWriting(paths, ['.', ...paths])
  if (DEEP_WRITERS.has(name)) return toWriting(paths, isDeep(texts) || name === 'rsync' ? paths : [])
  return NAMED_WRITERS.has(name) ? toWriting(paths) : null
}

function toWriting(paths: readonly string[], trees: readonly string[] = []): FileWriting {
  return { ...NOTHING, paths, trees }
}

function isUnpacking(texts: readonly string[]): boolean {
  return texts.some(
    (text, index) =>
      /^--(?:ext|get)/.test(text) || (/^-?[A-Za-z]*x/.test(text) && (index === 0 || text.startsWith('-'))),
  )
}

/** Subcommands that leave the files of the project alone, and others, which may change every one of them. */
function findGitWriting(texts: readonly string[]): FileWriting {
  const [name = ''] = texts
  const paths = listPaths(texts.slice(1))
  if (name.startsWith('-')) return UNSURE
  const writesNamed = texts.some(text => /^--output|^-[A-Za-z]*[of]|^--file/.test(text))
  const action = `${name} ${texts[1] ?? ''}`
  if (GIT_QUIET.has(name) || GIT_QUIET_ACTIONS.test(action)) return writesNamed ? toWriting(paths) : NOTHING
  return { ...toWriting(paths, ['.', ...paths]), isRepository: true }
}

function listPaths(texts: readonly string[]): string[] {
  return [...new Set(texts.flatMap(text => listPossiblePaths(text, false)))]
}

/** Every word may be a folder into which every other is put under its name. */
function joinNames(texts: readonly string[]): string[] {
  const pieces = listPaths(texts)
  const names = pieces.slice(0, MOST_NAMES).map(getFileName)
  return pieces.slice(0, MOST_NAMES).flatMap(folder => names.map(name => `${folder}/${name}`))
}

/** What `curl -O` calls the file, here or in another folder. */
function listLastNames(texts: readonly string[]): string[] {
  const names = texts
    .filter(text => !text.startsWith('-'))
    .map(operand => operand.replace(/[?#].*$/s, '').replace(/^.*\//s, ''))
    .filter(name => name !== '')
  return [...names, ...texts.flatMap(folder => names.map(name => `${folder.replace(/^.*=/s, '')}/${name}`))]
}

function isInPlace(texts: readonly string[]): boolean {
  return texts.some(text => /^-[A-Za-z]*i|^--in/.test(text))
}

function isDeep(texts: readonly string[]): boolean {
  return texts.some(text => /^-[A-Za-z]*[rRad]|^--(?:rec|arch|par|dir)/.test(text))
}

const NOTHING: FileWriting = {
  paths: [],
  trees: [],
  isRepository: false,
  isUnsure: false,
  isProjectCode: false,
}
const UNSURE: FileWriting = { ...NOTHING, isUnsure: true }

/** Programs that write only files that their words name. */
const NAMED_WRITERS = wordSet(
  'tee touch mkdir rmdir truncate dd unlink shred mkfifo mknod sort shuf uniq split csplit iconv xxd tree date mktemp openssl zip ar',
)

/** The same, and with an option everything below. */
const DEEP_WRITERS = wordSet('rm chmod chown chgrp gzip gunzip bzip2 bunzip2 xz unxz zstd unzstd rsync scp')

const HIDDEN_CURL = /^-[A-Za-z]*[KJ]|^--(?:config|remote-header|write-out)|^-[A-Za-z]*w|%output/

const GIT_QUIET = wordSet(
  'status log diff show add commit push fetch branch tag remote rev-parse rev-list ls-files ls-tree ls-remote describe merge-base blame annotate grep shortlog reflog notes config for-each-ref show-ref cat-file name-rev check-ignore check-attr count-objects gc fsck prune help version symbolic-ref hash-object diff-tree diff-index diff-files',
)

const GIT_QUIET_ACTIONS = /^(?:stash (?:list|show|drop)|worktree (?:list|prune)|submodule status|bisect log)$/

const MOST_NAMES = 30
