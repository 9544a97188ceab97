import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { stripControl } from '@antiphon/core/ui'
import type { Io } from '@antiphon/host'
import { findSession, homeOf, ProgramError, STDIN } from '@antiphon/host'
import { findRoots, listSessionFiles, readSessionSummary, toProjectKey } from '@antiphon/transcript'

/** What to follow: one session with its subagents, or all that happens below some roots. */
export type TailTarget =
  | { readonly kind: 'session'; readonly path: string; readonly notice: string }
  | {
      readonly kind: 'tree'
      readonly roots: readonly string[]
      readonly projects?: readonly string[]
      readonly notice: string
    }

export type TailTargetOptions = {
  readonly session: string | undefined
  readonly isAll: boolean
  readonly project: string | undefined
}

/** Finds what the person means; without a word of theirs, the session that changed last. */
export async function findTailTarget(options: TailTargetOptions, io: Io): Promise<TailTarget> {
  const { session, isAll, project } = options
  const named = [session !== undefined, isAll, project !== undefined].filter(Boolean)
  if (named.length > 1)
    throw new ProgramError('wrong-use', 'Name a session, or --all, or --project: only one of them.')
  if (session !== undefined) return findOne(session, io)
  const { roots, searched } = await findRoots(io.env, homeOf(io))
  const places = searched.map(place => stripControl(place)).join(', ')
  if (roots.length === 0)
    throw new ProgramError(
      'unreadable',
      `There are no sessions: none of ${places || 'the usual places'} is there.`,
    )
  if (isAll) return { kind: 'tree', roots, notice: `Following every session below ${places}.` }
  if (project !== undefined) return findProject(project, roots)
  return findNewest(roots, places)
}

async function findOne(session: string, io: Io): Promise<TailTarget> {
  if (session === STDIN)
    throw new ProgramError('wrong-use', 'Standard input cannot be followed; `antiphon stream` watches it.')
  if (session.endsWith('.gz'))
    throw new ProgramError(
      'wrong-use',
      `${stripControl(session)} is packed and does not grow; \`antiphon show\` reads it.`,
    )
  const { path } = await findSession(session, io)
  return { kind: 'session', path: resolve(path), notice: '' }
}

async function findProject(project: string, roots: readonly string[]): Promise<TailTarget> {
  const projects = [project, toProjectKey(resolve(project))]
  const folders = roots.flatMap(root => projects.map(name => join(root, 'projects', name)))
  const isThere = await Promise.all([project, ...folders].map(isFolder))
  if (!isThere.includes(true))
    throw new ProgramError(
      'wrong-use',
      `${stripControl(project)} is no project: neither a folder, nor the name of one among the sessions. See \`antiphon ls\`.`,
    )
  return { kind: 'tree', roots, projects, notice: `Following every session of ${stripControl(project)}.` }
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() ?? false
}

async function findNewest(roots: readonly string[], places: string): Promise<TailTarget> {
  const [newest] = (await listSessionFiles(roots)).files
  if (!newest) throw new ProgramError('unreadable', `There are no sessions below ${places}.`)
  const summary = await readSessionSummary(newest)
  const title = summary.kind === 'problem' ? undefined : summary.title?.text
  const name = [title, newest.key.session].filter(part => part !== undefined).map(part => stripControl(part))
  return {
    kind: 'session',
    path: newest.path,
    notice: `Following the session that changed last: ${name.join(' · ')}.`,
  }
}
