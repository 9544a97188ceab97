import { isInside } from '../files/resolve-path.ts'
import type { SandboxPlan } from './sandbox.ts'

/** A place that a command sees otherwise than it is outside, or again. */
type CoveredPath = { readonly path: string; readonly how: 'hidden' | 'emptied' | 'shown' }

/** What is hidden or empty and what of it is shown again, the outer before the inner: the last that holds a path counts. */
export function listCovered(plan: SandboxPlan): readonly CoveredPath[] {
  const hidden = new Set(plan.hidden)
  const emptied = new Set(plan.emptied)
  return byDepth([...hidden, ...emptied, ...listShown(plan)]).map(path => ({
    path,
    how: hidden.has(path) ? 'hidden' : emptied.has(path) ? 'emptied' : 'shown',
  }))
}

/** What is shown although something around it is not. */
export function listShown(plan: SandboxPlan): readonly string[] {
  const covers = [...plan.hidden, ...plan.emptied]
  return plan.shown.filter(
    path => !covers.includes(path) && covers.some(cover => cover !== path && isInside(path, cover)),
  )
}

/** Whether what is shown again may also be changed. */
export function isFreelyWritable(path: string, plan: SandboxPlan): boolean {
  const isWritable = plan.level === 'rules' || plan.writable.some(root => isInside(path, root))
  return isWritable && !plan.readOnly.some(kept => isInside(path, kept) || isInside(kept, path))
}

/** Paths, each once, the outer before the inner. */
export function byDepth(paths: readonly string[]): readonly string[] {
  return [...new Set(paths)].sort((one, other) => depth(one) - depth(other))
}

function depth(path: string): number {
  return path === '/' ? 0 : path.split('/').length - 1
}
