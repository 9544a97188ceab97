import { createInterface } from 'node:readline'
import { acquireLease } from '../../src/file/lease.ts'
import type { LockTimes } from '../../src/file/lock-file.ts'
import { createFileStore } from '../../src/file-store/file-store.ts'
import { createNumberedEntry } from '../numbered-entry.ts'

/** What a process is to do in another container: take the lease of a log, then append at every line of its input. */
export type LeaseProcessOptions = {
  readonly root: string
  readonly times: LockTimes
}

const { root, times }: LeaseProcessOptions = JSON.parse(process.argv[2] ?? '')
const store = createFileStore({ root, acquireLease: path => acquireLease(path, times) })
process.stdout.write('ready\n')
for await (const line of createInterface({ input: process.stdin })) {
  const { status } = await store.append({ project: 'p', session: 's' }, [createNumberedEntry(Number(line))])
  process.stdout.write(`${status}\n`)
}
await store.close()
