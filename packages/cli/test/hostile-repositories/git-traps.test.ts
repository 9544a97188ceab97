import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, utimesSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createChatKits } from '../chat-kit.ts'
import type { HeadlessKit } from '../headless-kit.ts'
import { GIT_TRAPS } from './git-traps.ts'
import { createTrapPlace, type Trap } from './trap.ts'
import { openVisit, visitByCommands, visitByWindow } from './visit.ts'

let kit: HeadlessKit | undefined
const chats = createChatKits()
afterEach(async () => {
  await kit?.close()
  kit = undefined
  await chats.close()
})

describe('a repository that came with its folder', () => {
  it.each(GIT_TRAPS.map(trap => [trap.name, trap] as const))('runs nothing by %s', async (_, trap) => {
    kit = await openVisit()
    rmSync(kit.folder, { recursive: true })
    const { place, take } = createTrapPlace(dirname(kit.folder), kit.folder)
    mkdirSync(kit.folder)
    trap.plant(place)
    take()
    const folder = join(kit.folder, trap.opens ?? '.')
    const { code, stderr } = await visitByCommands(kit, folder)
    expect([code, stderr.includes('Error')]).toEqual([0, false])
    expect(take()).toBe(false)
    await visitByWindow(await chats.start({ replies: ['Done.'] }), folder)
    expect(take()).toBe(false)
    // The model did look, and what it was not allowed it was told.
    expect(JSON.stringify(kit.simulator.log.all())).toContain('tool_result')
    if (trap.control) expect([trap.name, isSprung(trap, folder, take)]).toEqual([trap.name, true])
  })
})

function isSprung({ control = [] }: Trap, folder: string, take: () => boolean): boolean {
  const [program = '', ...args] = control
  // Who looked before may have written the index: a file with another time makes git write it once more.
  const file = join(folder, 'a.txt')
  if (existsSync(file)) utimesSync(file, 1_000_000, 1_000_000)
  try {
    execFileSync(program, args, { cwd: folder, stdio: 'ignore', timeout: 10_000 })
  } catch {
    // What ran may well fail.
  }
  return take()
}
