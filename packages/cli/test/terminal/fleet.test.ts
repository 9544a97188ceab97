import { POSTGRES_NOTE, RUNS_POSTGRES } from '@antiphon/store-postgres/testing/start-postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFleetKit, type FleetKit } from '../fleet-kit.ts'
import { NO_TMUX, setUpTerminals } from './terminal-kit.ts'

const start = setUpTerminals()
let fleet: FleetKit
beforeAll(async () => {
  if (RUNS_POSTGRES) fleet = await createFleetKit()
})
afterAll(() => fleet?.close())

describe.skipIf(NO_TMUX !== null || !RUNS_POSTGRES)(`antiphon chat --store${POSTGRES_NOTE}`, () => {
  it('talks on one host, goes on with it on another, and asks for --take-over while somebody has it', async () => {
    const { open } = await start('First answer.', 'Second answer.')
    const [laptop, desk] = [fleet.host('laptop', 'ana'), fleet.host('desk', 'zoe')]
    const first = await open(['say something', '--store', fleet.url], { env: laptop.env })
    await first.until('● First answer.')
    await first.until('› say something')
    const held = await open(['-c'], { env: desk.env })
    await held.until(/is being written by\s+ana\s+on\s+laptop/)
    await first.press('C-d')
    await first.until('ENDED 0')
    const [, session = ''] = /antiphon chat -r ([0-9a-f-]{36})/.exec(await first.everything()) ?? []
    const second = await open(['-r', session], { env: desk.env })
    expect(await second.until('● First answer.')).toContain('› say something')
    await second.type('go on')
    await second.press('Enter')
    await second.until('● Second answer.')
    await second.until('› go on')
    await second.press('C-d')
    await second.until('ENDED 0')
    expect((await laptop.run('show', session, '--no-pager')).stdout).toContain('Second answer.')
  })
})
