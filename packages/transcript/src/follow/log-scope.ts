import { basename, dirname, join, resolve, sep } from 'node:path'
import { isDraftName } from '../file/draft-name.ts'
import { toSessionKey } from '../file/log-path.ts'
import type { SessionKey } from '../store/session-key.ts'

/** Which logs below a folder are meant. Paths are relative to it. */
export type LogScope = {
  readonly top: string
  readonly wantsFolder: (relativePath: string) => boolean
  /** The key of a log; null for what is none, or none that is meant. */
  readonly keyOf: (relativePath: string) => SessionKey | null
}

/** Every log below a root, or those of some projects. */
export function createTreeScope(root: string, projects?: readonly string[]): LogScope {
  const isWanted = (path: string): boolean =>
    projects === undefined || projects.includes(path.split(sep)[0] ?? '')
  return {
    top: resolve(root, 'projects'),
    wantsFolder: path =>
      isWanted(path) && path.split(sep).length <= MAX_DEPTH && !path.split(sep).some(isDraftName),
    keyOf: path => (isWanted(path) && !path.split(sep).some(isDraftName) ? toSessionKey(path) : null),
  }
}

/** A session's own log, those in its folder, and those of any subagents beside it, as old versions put them there. */
export function createSessionScope(path: string): LogScope {
  const top = dirname(resolve(path))
  const file = basename(path)
  const session = file.replace(/\.jsonl$/, '')
  const project = basename(top) || 'project'
  const isBelow = (name: string): boolean => name.startsWith(session + sep)
  return {
    top,
    wantsFolder: name => name === session || isBelow(name),
    keyOf(name) {
      // Whatever its name ends with: somebody asked for it.
      if (name === file) return { project, session }
      return isBelow(name) || OLD_SUBAGENT.test(name) ? toSessionKey(join(project, name)) : null
    },
  }
}

const OLD_SUBAGENT = /^agent-[^/\\]*\.jsonl$/

// Deeper than any known layout; bounds what a strange tree costs.
const MAX_DEPTH = 8
