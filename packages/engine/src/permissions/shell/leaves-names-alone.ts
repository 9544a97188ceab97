import type { CommandPart } from './command-part.ts'
import { findShellScript, SHELLS } from './find-shell-script.ts'
import { isPlainAwk, isPlainSed } from './plain-scripts.ts'
import { READS_NOTHING, WRITES_NOTHING } from './program-files.ts'
import { getCommandName } from './unwrap-command.ts'

/** Whether a command is known to make no link, and to move or replace nothing: then every path still leads where it led. */
export function leavesNamesAlone(part: CommandPart): boolean {
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
const MAKES_PLAIN_FILES: ReadonlySet<string> = new Set(
  'mkdir rmdir touch tee rm unlink truncate shred chmod chown chgrp dd sort uniq shuf split csplit date rg tree xxd base64 less more history'.split(
    ' ',
  ),
)

const GIT_QUIET: ReadonlySet<string> = new Set(
  'status log diff show add commit push fetch branch tag remote rev-parse rev-list ls-files ls-tree ls-remote describe merge-base blame grep shortlog reflog config for-each-ref show-ref cat-file name-rev check-ignore count-objects help version'.split(
    ' ',
  ),
)
