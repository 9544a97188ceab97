import { describe, expect, it } from 'vitest'
import { createLog, toLines, uuidOf } from '../../../web/test/make-sessions.ts'
import { IS_SKIPPED, PAGE_TIMEOUT_MS, setUpWindow } from './window-kit.ts'

const ID = '9d7a9d52-0000-4000-8000-000000000001'

describe.skipIf(IS_SKIPPED)('links to a session', { timeout: PAGE_TIMEOUT_MS }, () => {
  const { visit, checkAccess } = setUpWindow()

  it('open it by its uuid, or the first letters of it, and become the whole ones', async () => {
    const log = createLog('plain')
    log.say('Count the herons')
    log.answer({ type: 'text', text: 'Three herons.' })
    const { page, faults } = await visit({
      files: { [`projects/-home-me/${ID}.jsonl`]: toLines(log.entries) },
      route: `/session/${ID}`,
    })
    await page.getByText('Three herons.').waitFor()
    await expect.poll(() => page.evaluate('location.hash.length')).toBeGreaterThan(50)
    for (const route of [`#/session/${ID.slice(0, 8)}`, `#/usage/${ID}`, `#/doctor/${ID.slice(0, 8)}`]) {
      await page.evaluate(hash => {
        location.hash = hash
      }, route)
      await expect.poll(() => page.evaluate('location.hash.length')).toBeGreaterThan(50)
    }
    expect(faults).toEqual([])
  })

  it('say that there is no such session, and wait for nothing beside it', async () => {
    const { page } = await visit({
      files: { 'projects/-home-me/.keep': '' },
      route: `/session/${uuidOf(7)}`,
    })
    await page.getByText('No such session.').waitFor()
    await page.waitForTimeout(500)
    expect(await page.getByText('Loading…').count()).toBe(0)
    await checkAccess(page)
  })
})
