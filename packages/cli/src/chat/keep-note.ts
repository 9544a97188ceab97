import { readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { MEMORY_PLACES, type MemoryPlace, oneLine, stripControl, toMemoryCommand } from '@antiphon/core/ui'
import { homeOf, type Io } from '@antiphon/host'
import { makeFolder } from '@antiphon/transcript'
import { type ActionSurroundings, toWords } from './action-surroundings.ts'
import { createChoicePanel } from './choice-panel.ts'

/** Asks whose memory `#words` are for, and has the agent keep them; where it cannot, they are written here. */
export function keepNote(words: string, around: ActionSurroundings): void {
  const { texts, open, say, warn, refresh, conversation, io } = around
  open(
    createChoicePanel({
      head: screen => [
        screen.palette.bold(texts.memory),
        `  # ${oneLine(stripControl(words), screen.width - 6)}`,
      ],
      options: MEMORY_PLACES.map(place => ({ label: texts.memoryPlaces[place] })),
      hint: texts.pick,
      onChoose([chosen = 0]) {
        open(null)
        const place = MEMORY_PLACES[chosen] ?? 'project'
        const talk = conversation()
        const isAgents = talk
          ?.standing()
          .commands.some(({ name, kind }) => name === 'memory' && kind === 'local')
        if (talk && isAgents) {
          void talk.send(toMemoryCommand(words, place))
          return
        }
        writeNote(words, place, { cwd: around.wish().cwd, io }).then(
          path => say([around.palette().dim(texts.remembered(stripControl(path)))]),
          error => warn(toWords(error)),
        )
      },
      onCancel: () => open(null),
      onChange: refresh,
    }),
  )
}

async function writeNote(
  words: string,
  place: MemoryPlace,
  { cwd, io }: { readonly cwd: string; readonly io: Io },
): Promise<string> {
  const { addLine, findMemoryFile } = await import('@antiphon/engine')
  const path = await findMemoryFile(place, { cwd, home: homeOf(io) ?? cwd, env: io.env })
  makeFolder(dirname(path), 0o777)
  const before = await readFile(path, 'utf8').catch(error => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  })
  await writeFile(path, addLine(before, words))
  return path
}
