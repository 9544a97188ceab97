import type { FollowItem, FollowOptions } from '../store/transcript-store.ts'
import { toTranscriptError } from '../transcript-error.ts'
import { createAlarm, createStoppable } from './alarm.ts'
import { backgroundAccess, directAccess } from './file-access.ts'
import { createLogCursor } from './log-cursor.ts'
import { type WatchFileOptions, watchFile } from './watch-file.ts'

export type FollowFileOptions = FollowOptions & Omit<WatchFileOptions, 'onChange'>

/**
 * Gives a file's entries from a position on, then each new one as it is written, until the signal. A line is given
 * when its newline is there. `caught-up` comes each time that all has been given. A file written anew in its place
 * shows by its length or by the last bytes read; one changed only further ahead, at the same length, does not.
 */
export function followFile(
  path: string,
  options: FollowFileOptions = {},
): AsyncGenerator<FollowItem, void, undefined> {
  return createStoppable(options.signal, signal => follow(path, { ...options, signal }))
}

async function* follow(
  path: string,
  { from, signal, ...watching }: FollowFileOptions & { readonly signal: AbortSignal },
): AsyncGenerator<FollowItem, void, undefined> {
  const alarm = createAlarm(signal)
  let access = backgroundAccess
  const onChange = (isTold: boolean): void => {
    if (isTold) access = directAccess
    alarm.ring()
  }
  const watcher = await watchFile(path, { ...watching, onChange })
  const cursor = createLogCursor(path, from === undefined ? {} : { from })
  let isCaughtUp = false
  try {
    while (!signal.aborted) {
      const lookAccess = access
      access = backgroundAccess
      for await (const item of cursor.look(lookAccess)) {
        yield item
        if (signal.aborted) return
        isCaughtUp = false
      }
      if (!isCaughtUp) yield { kind: 'caught-up', seq: cursor.seq() }
      isCaughtUp = true
      await alarm.wait()
    }
  } catch (error) {
    throw toTranscriptError(error, path)
  } finally {
    watcher.close()
    await cursor.release()
  }
}
