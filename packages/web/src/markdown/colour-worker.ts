// A program of its own: colouring may take for ever, and only what runs beside the page can be ended.
import type { ColourAnswer, ColourNode, ColourQuestion } from './colour-tree.ts'
import { colourCode } from './highlighter.ts'

function tell(answer: ColourAnswer): void {
  self.postMessage(answer)
}

function colour({ code, language }: ColourQuestion): readonly ColourNode[] | undefined {
  try {
    return colourCode(code, language)
  } catch {
    // Without colours the code is still there.
    return undefined
  }
}

self.addEventListener('message', ({ data }: MessageEvent<ColourQuestion>) =>
  tell({ kind: 'coloured', nodes: colour(data) }),
)
tell({ kind: 'ready' })
