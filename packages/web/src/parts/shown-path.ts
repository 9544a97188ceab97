import { toRelativePath } from '@antiphon/core/changes'

/** A path as it is shown: from the folder of the session; what is elsewhere from the person's own, where it is in one. */
export function toShownPath(path: string, cwd: string | null | undefined): string {
  return (cwd ? toRelativePath(path, cwd) : null) ?? shortenHome(path)
}

/** A path below a person's folder, without the way to it. */
export function shortenHome(path: string): string {
  return path.replace(/^(?:\/Users|\/home)\/[^/]+(?=\/|$)/, '~')
}
