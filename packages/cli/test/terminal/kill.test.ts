import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { withReason } from '../../../transcript/test/process/requirements.ts'
import { LONG, rounds } from '../../../transcript/test/process/soak.ts'
import { createEffectsModel, listMain, listSpoken } from '../effects-model.ts'
import { listRefusals, readLogs } from '../headless-kit.ts'
import { createTerminalKit, NO_TMUX } from './terminal-kit.ts'

const KILLS = rounds(4, 50)

describe.skipIf(NO_TMUX !== null)(withReason('antiphon chat, killed', NO_TMUX), () => {
  it(
    `goes on with -c after ${KILLS} kills at any moment: what stood on the screen is there, each request goes on from the last`,
    async () => {
      const kit = await createTerminalKit(createEffectsModel())
      const flags = ['--permission-mode', 'bypassPermissions', '--dangerously-skip-permissions']
      const said: string[] = []
      try {
        for (let round = 0; round <= KILLS; round++) {
          const prompt = `wish number ${round} of them`
          const terminal = await kit.open([...(said.length > 0 ? ['-c'] : []), ...flags])
          await terminal.until('? for keys')
          await terminal.until('Opus')
          await terminal.type(prompt)
          await terminal.press('Enter')
          // Taken up means stored; the field below it is empty again.
          await terminal.until(new RegExp(`^› ${prompt}$[\\s\\S]*^›$`, 'm'))
          said.push(prompt)
          if (round === KILLS) await terminal.until(/Done\.[\s\S]*\? for keys/)
          else {
            await sleep(Math.random() * 2500)
            process.kill(await terminal.pid(), 'SIGKILL')
            await terminal.until('ENDED 137')
          }
          await terminal.close()
          check(kit, said)
        }
      } finally {
        await kit.close()
      }
    },
    LONG,
  )
})

function check(kit: Awaited<ReturnType<typeof createTerminalKit>>, said: readonly string[]): void {
  expect(listRefusals(kit.simulator)).toEqual([])
  const log = JSON.stringify(readLogs(kit.root))
  expect(said.filter(prompt => !log.includes(prompt))).toEqual([])
  const requests = listMain(kit.simulator.log.all()).map(listSpoken)
  for (const [index, request] of requests.entries()) {
    const before = requests[index - 1] ?? []
    expect(request.slice(0, before.length)).toEqual(before)
  }
}
