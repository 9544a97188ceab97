import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Io } from '@antiphon/host'
import { ProgramError } from '@antiphon/host'

/** How long a silent pipe is waited for where nothing has to come. */
const PATIENCE_MS = 3000

/** All of standard input; null where nothing came for a while and nothing has to: whoever started us left it open. */
export async function readPiped({ stdin, signal }: Io, mustCome: boolean): Promise<string | null> {
  const stop = (): void => void stdin.destroy()
  signal.addEventListener('abort', stop)
  try {
    signal.throwIfAborted()
    if (mustCome || (await hasBegun(stdin, signal))) return await text(stdin)
    stdin.destroy()
    return null
  } catch (error) {
    if (signal.aborted) throw new ProgramError('interrupted', 'Interrupted.')
    throw new ProgramError('unreadable', `Standard input cannot be read (${String(error)}).`, {
      cause: error,
    })
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

async function hasBegun(stdin: Readable, signal: AbortSignal): Promise<boolean> {
  if (stdin.readableLength > 0 || stdin.readableEnded || stdin.destroyed) return true
  const patience = AbortSignal.timeout(PATIENCE_MS)
  try {
    // A stream that is destroyed says nothing.
    await once(stdin, 'readable', { signal: AbortSignal.any([patience, signal]) })
  } catch (error) {
    if (signal.aborted || !patience.aborted) throw error
    return false
  }
  return true
}
