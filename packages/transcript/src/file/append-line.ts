import { TranscriptError } from '../transcript-error.ts'
import { openAppendFile } from './append-file.ts'
import { nodeDisk } from './node-disk.ts'
import { waitForLease } from './wait-for-lease.ts'

/**
 * Appends a line to a file that several programs append to, one after the other; durable when it resolves. A line that
 * a crash cut short is closed first, as in every log.
 */
export async function appendLine(path: string, line: string): Promise<void> {
  const lease = await waitForLease(path)
  if (!lease) throw new TranscriptError('in-use', `${path} is being written by another program. Try again.`)
  try {
    const file = await openAppendFile(path, nodeDisk, lease.isHeld)
    try {
      const { status } = await file.write(Buffer.from(`${line}\n`))
      if (status === 'conflict')
        throw new TranscriptError(
          'in-use',
          `${path} was written by another program in this moment. Try again.`,
        )
    } finally {
      await file.close()
    }
  } finally {
    await lease.release()
  }
}
