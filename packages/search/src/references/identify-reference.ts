import { assertNever } from '@antiphon/contract'
import type { ContextReference } from '@antiphon/core'

/** What a reference means, so that the same thing counts as the same however it was named. */
export type ReferenceIdentity = {
  readonly key: string
  /** What a person would call it; empty where its kind says all. */
  readonly label: string
}

/** `project` is the directory that was worked in: paths that say no more are below it. */
export function identifyReference(reference: ContextReference, project: string): ReferenceIdentity {
  switch (reference.type) {
    case 'FileReference':
      return name(reference, reference.fullPath ?? below(project, reference.path), reference.path)
    case 'FolderReference':
      return name(reference, below(project, reference.path), reference.path)
    case 'SymbolReference': {
      const place = `${below(project, reference.file)}#${reference.name}`
      return name(reference, place, `${reference.name} (${reference.file})`)
    }
    case 'WebReference':
      return name(reference, reference.url, reference.url)
    case 'GitReference':
      return name(reference, reference.gitType, reference.gitType)
    // What was printed, reported or selected differs each time: only how often counts.
    case 'TerminalReference':
    case 'ProblemsReference':
    case 'SelectionReference':
      return name(reference, '', '')
    case 'WorkspaceReference':
      return name(reference, project, project)
    default:
      return assertNever(reference)
  }
}

function name({ type }: ContextReference, what: string, label: string): ReferenceIdentity {
  return { key: `${type}\n${what}`, label }
}

function below(project: string, path: string): string {
  return project === '' || ABSOLUTE.test(path) ? path : `${project.replace(/[/\\]$/, '')}/${path}`
}

const ABSOLUTE = /^(?:[/\\]|[a-z]:[/\\])/i
