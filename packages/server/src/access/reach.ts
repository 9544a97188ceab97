import { resolve } from 'node:path'
import { toProjectKey } from '@antiphon/transcript'
import { decodeLogId } from '../logs/log-id.ts'
import { toLogName } from '../logs/to-log-name.ts'

/** Which sessions somebody sees, by the folder that their logs are kept in: what a log itself says proves nothing. */
export interface LogReach {
  /** As logs name projects, in order; null for all. */
  readonly projects: readonly string[] | null
  /** Of a log, as the page knows it. */
  hasId(id: string): boolean
  hasPath(path: string): boolean
}

/** The same, and in which folders they may have agents work. */
export interface Reach extends LogReach {
  hasFolder(path: string): boolean
  /** The same of where a log says that it works, which may be below the folder that it began in. */
  hasPlace(path: string): boolean
}

/** `folders` are whole paths; null for all. */
export function createReach(folders: readonly string[] | null, roots: readonly string[]): Reach {
  return {
    ...createLogReach(folders === null ? null : folders.map(toProjectKey), roots),
    hasFolder: path => !folders || folders.includes(resolve(path)),
    hasPlace: path =>
      !folders || folders.some(folder => resolve(path) === folder || resolve(path).startsWith(`${folder}/`)),
  }
}

/** By the names of projects, as a process that works for the server is told them. */
export function createLogReach(projects: readonly string[] | null, roots: readonly string[]): LogReach {
  const known = projects && new Set(projects)
  const hasProject = (project: string | undefined): boolean =>
    !known || (project !== undefined && known.has(project))
  return {
    projects: known && [...known].sort(),
    hasId: id => !known || hasProject(decodeLogId(id, roots)?.key.project),
    hasPath: path => !known || hasProject(toLogName(path, roots)?.key.project),
  }
}
