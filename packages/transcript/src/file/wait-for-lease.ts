import { setTimeout as wait } from 'node:timers/promises'
import { acquireLease, type Lease } from './lease.ts'

/** The lease of a small file that programs change for a moment each; null where one keeps it for seconds. */
export async function waitForLease(path: string): Promise<Lease | null> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const lease = await acquireLease(path)
    if (lease) return lease
    await wait(RETRY_MS)
  }
  return null
}

const MAX_ATTEMPTS = 200
const RETRY_MS = 20
