import { resolvePath } from '../files/resolve-path.ts'
import { decidePermission } from '../permissions/decide-permission.ts'
import type { PermissionDecision, PermissionState } from '../permissions/permission.ts'
import { isInWorkingFolders } from '../permissions/working-folders.ts'

/** Says why a rewind leaves a file alone, in words that follow its path; null where it may be changed. */
export type RewindJudge = (file: JudgedFile) => string | null

type JudgedFile = {
  readonly path: string
  /** This process kept the file itself before a tool changed it; what only a log says may be anybody's invention. */
  readonly isOwn: boolean
}

/**
 * A rewind writes like the tools for files do: inside the folders of the session, links followed, and never what a
 * rule forbids. Whoever asks for it is the person whom other rules want asked, so the mode does not count here.
 */
export function createRewindJudge(state: PermissionState): RewindJudge {
  return ({ path, isOwn }) => {
    const place = resolvePath(path, state.cwd)
    if (place === null || !isInWorkingFolders(place, state))
      return 'it lies outside the folders of this session.'
    for (const toolName of WRITING_TOOLS) {
      const decision = decidePermission(
        { toolName, input: { file_path: path }, access: { kind: 'write', paths: [path] }, isReadOnly: false },
        { ...state, mode: 'default' },
      )
      if (isRefused(decision, isOwn)) return `${decision.reason}.`
    }
    return null
  }
}

/** A file that can change what runs later comes back only where its content is known to be the person's own. */
function isRefused(decision: PermissionDecision, isOwn: boolean): boolean {
  if (decision.behavior !== 'ask') return decision.behavior === 'deny'
  return decision.needsPerson === true && decision.rule === undefined && !isOwn
}

const WRITING_TOOLS = ['Edit', 'Write', 'NotebookEdit'] as const
