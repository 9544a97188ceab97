// A process for flush-on-exit.test.ts: `exit-process.ts ROOT MODE`. It records an answer that is not written yet, says
// so, and lives until a signal comes, or ends for want of work.
import { createAssistantMessage } from '@antiphon/core'
import { createFileStore } from '../src/file-store/file-store.ts'
import { createRecorder } from '../src/record/create-recorder.ts'
import { flushOnExit } from '../src/record/flush-on-exit.ts'
import { ENVELOPE, KEY } from './recording-kit.ts'

const [root = '', mode = ''] = process.argv.slice(2)

// The lazy time is endless here: only the flush writes.
const recorder = createRecorder({
  store: createFileStore({ root }),
  key: KEY,
  envelope: ENVELOPE,
  lazyMilliseconds: 2 ** 30,
})
const hanging = (): Promise<void> => new Promise(() => {})

function speak(): void {
  void recorder.recordTranscript([createAssistantMessage({ content: 'last words', uuid: 'a' })])
}

// Said when there is no more work, just before the flush that is to save it.
if (mode === 'no-work') process.once('beforeExit', speak)
else speak()

let isFlushed = false
const takeBack = flushOnExit(async () => {
  await recorder.flush()
  isFlushed = true
})
switch (mode) {
  case 'another-flush':
    flushOnExit(async () => {})
    break
  case 'failing':
    flushOnExit(async () => Promise.reject(new Error('disk full')), {
      onError: error => console.log(String(error)),
    })
    break
  case 'hanging':
    flushOnExit(hanging, { timeoutMilliseconds: 50 })
    break
  case 'slow':
    flushOnExit(
      async () => {
        console.log('flushing')
        await hanging()
      },
      { timeoutMilliseconds: 500 },
    )
    break
  case 'somebody-else':
    process.once('SIGTERM', () => {
      // Long enough after the flush that a process which was to be ended by it would have been.
      setInterval(() => isFlushed && setTimeout(() => process.exit(7), 100), 10)
    })
    break
  case 'taken-back':
    takeBack()
    break
}

// Only a signal ends the others.
if (mode !== 'no-work') setInterval(() => {}, 1000)
process.exitCode = 3
console.log('ready')
