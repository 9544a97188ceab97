import type { Entry } from '@antiphon/core'
import { CORPUS, readCorpus } from '@antiphon/core/testing/corpus'
import { describe, expect, it } from 'vitest'
import { IS_SKIPPED, PAGE_TIMEOUT_MS } from './browser-kit.ts'
import { createHostileLog, HOSTILE_WORDS } from './hostile-log.ts'
import { HOSTILE_PAYLOADS } from './hostile-payloads.ts'
import { makeRow } from './make-sessions.ts'
import type { MemorySession } from './memory-sessions.ts'
import { heading, rows, setUpPage } from './page-kit.ts'

describe.skipIf(IS_SKIPPED)('the page over what others wrote', { timeout: PAGE_TIMEOUT_MS }, () => {
  const { visit, picture } = setUpPage()

  it('runs, loads and sends nothing of a hostile transcript, and shows all of it as text', async () => {
    expect(HOSTILE_PAYLOADS.length).toBeGreaterThanOrEqual(60)
    const log = createHostileLog()
    log.say('![x](y) the last words')
    log.answer({
      type: 'image',
      source: { type: 'base64', media_type: 'image/svg+xml', data: 'PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+' },
    })
    log.add({
      type: 'user',
      message: {
        role: 'user',
        content: [
          { type: 'image', source: { type: 'url', url: 'https://evil.example/p.png' } },
          { type: 'image', source: { type: 'base64', media_type: 'image/svg+xml', data: 'PHN2Zy8+' } },
          {
            type: 'image',
            source: { type: 'base64', media_type: 'image/png', data: '"><script>window.hacked=1</script>' },
          },
        ],
      },
    })
    const row = makeRow('hostile', {
      title: HOSTILE_PAYLOADS[0] ?? '',
      lastPrompt: HOSTILE_PAYLOADS[3] ?? '',
      gitBranch: '<b>x</b>',
      problem: '<img src=x onerror=window.hacked=1>',
      cwd: '/<script>window.hacked=1</script>',
    })
    const { page, faults, foreign } = await visit([{ row, entries: log.entries }], {
      hash: '#/session/hostile',
    })
    await page.locator('.story-scroll').getByText('the last words').first().waitFor()
    const seen = new Set<string>()
    const list = page.locator('.story-scroll')
    // A page that has only just drawn its end may still be on its way there.
    await expect
      .poll(
        async () => {
          await page.keyboard.press('g')
          return page.getByText('word0end').first().isVisible()
        },
        { timeout: 20_000 },
      )
      .toBe(true)
    let bad: string[] = []
    let step = 600
    let [shown, same] = ['', 0]
    for (let round = 0; round < 900; round += 1) {
      for (const button of await page
        .locator('.story-scroll [aria-expanded="false"]')
        .all()
        .then(all => all.slice(0, 3)))
        await button.click({ timeout: 500, force: true }).catch(() => undefined)
      const [words, found] = await page.evaluate<[string[], string[]]>(INSPECT)
      for (const word of words) seen.add(word)
      bad = [...bad, ...found]
      // What is opened may be as high as a thousand screens: through that one goes faster.
      same = words.join() === shown ? same + 1 : 0
      shown = words.join()
      const isEdge = await list.evaluate(
        (element, step) => {
          const before = element.scrollTop
          element.dispatchEvent(new WheelEvent('wheel', { deltaY: step }))
          element.scrollBy(0, step)
          return element.scrollTop === before
        },
        same > 5 ? step * 20 : step,
      )
      if (isEdge && HOSTILE_WORDS.every(word => seen.has(word))) break
      // The end draws a reader who comes near to it; what was jumped over is seen on the way up.
      if (isEdge) step = -step
      await page.evaluate('new Promise(done => requestAnimationFrame(() => setTimeout(done, 5)))')
    }
    await picture(page, 'hostile')
    expect(HOSTILE_WORDS.filter(word => !seen.has(word))).toEqual([])
    expect(bad).toEqual([])
    expect(await page.evaluate('window.hacked')).toBeUndefined()
    expect(faults).toEqual([])
    expect(foreign).toEqual([])
  })

  it('shows every session of the corpus', async () => {
    // Every third of them, with the largest; `npm run soak` takes all.
    const names = CORPUS.filter((name, index) => process.env.SOAK || name === LARGEST || index % 3 === 0)
    const sessions = names.map(readCorpusSession)
    const { page, faults, foreign } = await visit(sessions)
    await rows(page).first().waitFor()
    for (const { row } of sessions) {
      await page.evaluate(`location.hash = ${JSON.stringify(`#/session/${encodeURIComponent(row.id)}`)}`)
      await heading(page, row.title).waitFor()
      await page.locator('.item, .empty').first().waitFor()
      await page
        .locator('.item .mark', { hasText: 'could not be shown' })
        .first()
        .waitFor({ state: 'detached' })
    }
    await page.evaluate(`location.hash = '#/session/${encodeURIComponent(LARGEST)}'`)
    await page.locator('.item').first().waitFor()
    await picture(page, 'corpus')
    expect(faults).toEqual([])
    expect(foreign).toEqual([])
  })
})

const LARGEST = 'entireio-cli-f4237e82-ca7b-48a3-bfed-36548f3e4f6b.jsonl.gz'

/** Words that can be read, and elements or attributes that only a hostile text could have made. */
const INSPECT = `(() => {
  const page = document.getElementById('page')
  const words = [...new Set(page.textContent.match(/word\\d+end/g) ?? [])]
  const bad = []
  // The page's own icons are hidden from readers' aids, and made of nothing but shapes.
  const isIcon = element => element.matches('svg[aria-hidden=true]') &&
    [...element.querySelectorAll('*')].every(part => /^(path|rect|circle|ellipse|line|polyline|polygon|g)$/.test(part.tagName))
  for (const element of page.querySelectorAll('*')) {
    if (!isIcon(element) && /^(SCRIPT|IFRAME|OBJECT|EMBED|STYLE|BASE|META|SVG|MATH|VIDEO|AUDIO|TEMPLATE|MARQUEE|LINK)$/i.test(element.tagName)) bad.push(element.outerHTML.slice(0, 200))
    for (const { name, value } of element.attributes) {
      if (/^on/i.test(name)) bad.push(name + '=' + value)
      if (name === 'href' && !/^(https?:|mailto:|#\\/)/.test(value)) bad.push('href=' + value)
      if (name === 'src' && !/^data:image\\/(png|jpeg|gif|webp);base64,/.test(value)) bad.push('src=' + value)
      if (name === 'srcdoc' || name === 'action' || name === 'formaction') bad.push(name)
    }
  }
  if (/[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]/.test(page.textContent)) bad.push('control character')
  return [words, bad]
})()`

function readCorpusSession(name: string): MemorySession {
  const text = readCorpus(name).toString('utf8')
  const entries = text.split('\n').flatMap(line => {
    try {
      const value: unknown = JSON.parse(line)
      return typeof value === 'object' && value !== null ? [value as Entry] : []
    } catch {
      return []
    }
  })
  return { row: makeRow(name, { title: name }), entries }
}
