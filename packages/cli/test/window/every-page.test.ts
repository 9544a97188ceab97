import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findCutTexts, findEnglish, findForeignChrome, measureOverflow } from './page-checks.ts'
import { goToPlace, makeTableFiles, PLACES, readIds, type WindowPlace } from './page-table.ts'
import { IS_SKIPPED, PAGE_TIMEOUT_MS, setUpWindow } from './window-kit.ts'

/** Where pictures are kept, to be looked at; Git does not know them. */
const PICTURES = fileURLToPath(new URL('../../../../test-results/pages', import.meta.url))

/** Places whose second edition is on its way; until then their menus and cut titles are not counted. */
const COMING: ReadonlySet<string> = new Set(['usage', 'usage-session'])

const WIDE = { viewport: { width: 1440, height: 900 } }
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true }

describe.skipIf(IS_SKIPPED)('every page of the window', { timeout: PAGE_TIMEOUT_MS }, () => {
  const { visit, checkAccess } = setUpWindow()

  /** Visits every place and says what a check finds there, by the name of the place. */
  async function look(
    name: string,
    context: BrowserContextOptions,
    check: (page: Page, place: WindowPlace) => Promise<readonly string[]>,
  ): Promise<Readonly<Record<string, readonly string[]>>> {
    const { page, faults } = await visit({ files: makeTableFiles(), route: '/', context })
    const problems: string[] = []
    page.on('console', message => {
      if (message.type() === 'error') problems.push(message.text())
    })
    const ids = await readIds(page)
    const found: Record<string, readonly string[]> = {}
    await mkdir(PICTURES, { recursive: true })
    for (const place of PLACES) {
      await goToPlace(page, place, ids)
      await page.screenshot({ path: join(PICTURES, `${place.name}-${name}.png`) })
      const all = [...(await check(page, place)), ...faults.splice(0), ...problems.splice(0)]
      if (all.length > 0) found[place.name] = all
    }
    return found
  }

  /** What axe finds, as words. */
  async function listBarriers(page: Page): Promise<readonly string[]> {
    try {
      await checkAccess(page)
      return []
    } catch (error) {
      const { actual } = error as { readonly actual?: readonly string[] }
      return actual ?? [String(error)]
    }
  }

  it.each(['light', 'dark'] as const)('can be used by everybody, in the %s theme', async colorScheme => {
    expect(await look(colorScheme, { ...WIDE, colorScheme }, listBarriers)).toEqual({})
  })

  it('cuts no text without a way to read it, and has no emoji and no native menu', async () => {
    const check = async (page: Page, { name }: WindowPlace): Promise<readonly string[]> =>
      COMING.has(name) ? [] : [...(await findCutTexts(page)), ...(await findForeignChrome(page))]
    expect(await look('wide', WIDE, check)).toEqual({})
  })

  it('fits a phone: nothing scrolls sideways, nothing is cut for good, everybody can use it', async () => {
    const check = async (page: Page, { name }: WindowPlace): Promise<readonly string[]> => {
      const overflow = await measureOverflow(page)
      return [
        ...(overflow > 0 ? [`${overflow} pixels too wide`] : []),
        ...(COMING.has(name) ? [] : await findCutTexts(page)),
        ...(await listBarriers(page)),
      ]
    }
    expect(await look('phone', PHONE, check)).toEqual({})
  })

  it('speaks Chinese where Chinese is wanted', async () => {
    expect(await look('chinese', { ...WIDE, locale: 'zh-CN' }, findEnglish)).toEqual({})
  })
})
