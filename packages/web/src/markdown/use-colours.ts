import { useEffect, useState } from 'react'
import type { ColourAnswer, ColourNode, ColourQuestion } from './colour-tree.ts'
import { createColourist, type StartColouring } from './create-colourist.ts'

/** The parts of a code; undefined until they are known, and where there are none. */
export function useColours(code: string, language: string): readonly ColourNode[] | undefined {
  const [coloured, setColoured] = useState<Coloured>()
  const isColourable = language !== '' && code.length <= LONGEST_COLOURED
  useEffect(() => {
    if (!isColourable) return
    const question = { code, language }
    return COLOURIST.colour(question, nodes => setColoured({ ...question, nodes }))
  }, [code, language, isColourable])
  if (!isColourable) return undefined
  return COLOURIST.recall({ code, language }) ?? (coloured && carryOn(coloured, { code, language }))
}

// Beyond it, colouring takes longer than reading.
const LONGEST_COLOURED = 30_000

/** Starts the program that colours code, beside the page. */
const startColourWorker: StartColouring = ({ onAnswer, onFailure }) => {
  const worker = new Worker(new URL('./colour-worker.ts', import.meta.url), { type: 'module' })
  worker.addEventListener('message', ({ data }: MessageEvent<ColourAnswer>) => onAnswer(data))
  worker.addEventListener('error', onFailure)
  return { ask: question => worker.postMessage(question), end: () => worker.terminate() }
}

const COLOURIST = createColourist(startColourWorker)

type Coloured = ColourQuestion & { readonly nodes: readonly ColourNode[] }

/** The colours of a code that is being written: those of its beginning stay until the whole has its own. */
function carryOn(before: Coloured, { code, language }: ColourQuestion): readonly ColourNode[] | undefined {
  if (before.language !== language || !code.startsWith(before.code)) return undefined
  return [...before.nodes, code.slice(before.code.length)]
}
