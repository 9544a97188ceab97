import { acquireHostLease, type HostLease, isHostLeased } from './host-lease.ts'

/**
 * Takes the right to have another program write the file at a canonical path, or returns null where somebody has it.
 * It is beside the writer's own: a program that knows of leases takes that one itself, and one that knows of none is
 * kept apart from others by this.
 */
export function acquireHostDriverLease(canonical: string): Promise<HostLease | null> {
  return acquireHostLease(toDriverName(canonical))
}

/** True where a living process has another program write that file. */
export function isHostDriven(canonical: string): Promise<boolean> {
  return isHostLeased(toDriverName(canonical))
}

/** No file has such a name. */
function toDriverName(canonical: string): string {
  return `${canonical}\0driver`
}
