import type { ColourAnswer } from './colour-message.ts'
import type { StartColouring } from './create-colourist.ts'

/** Starts the program that colours code, beside the page. */
export const startColourWorker: StartColouring = ({ onAnswer, onFailure }) => {
  const worker = new Worker(new URL('./colour-worker.ts', import.meta.url), { type: 'module' })
  worker.addEventListener('message', ({ data }: MessageEvent<ColourAnswer>) => onAnswer(data))
  worker.addEventListener('error', onFailure)
  return { ask: question => worker.postMessage(question), end: () => worker.terminate() }
}
