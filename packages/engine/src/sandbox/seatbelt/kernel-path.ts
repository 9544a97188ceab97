import { realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { SandboxPlan } from '../sandbox-plan.ts'

/** A path as the kernel spells it: after every link, in the case and form in which names are stored. */
export function toKernelPath(path: string): string {
  try {
    // Only the system's own function gives the stored names.
    return realpathSync.native(path)
  } catch {
    const folder = dirname(path)
    return folder === path ? path : join(toKernelPath(folder), basename(path))
  }
}

/** The same plan, with every path as the kernel spells it. */
export function toKernelPlan(plan: SandboxPlan): SandboxPlan {
  return {
    level: plan.level,
    weakness: plan.weakness,
    writable: plan.writable.map(toKernelPath),
    pinned: plan.pinned.map(toKernelPath),
    readOnly: plan.readOnly.map(toKernelPath),
    writableInside: plan.writableInside.map(toKernelPath),
    hidden: plan.hidden.map(toKernelPath),
    emptied: plan.emptied.map(toKernelPath),
    shown: plan.shown.map(toKernelPath),
    absent: plan.absent.map(toKernelPath),
  }
}
