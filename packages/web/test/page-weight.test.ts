import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { BUILT_PAGE } from './browser-kit.ts'

/** Kilobytes that all of the page may take on its way, without its letters. */
const MOST_KILOBYTES = 450

describe('the built page', () => {
  it(`has at most ${MOST_KILOBYTES} KB compressed, fonts apart`, () => {
    const files = readdirSync(BUILT_PAGE, { recursive: true, encoding: 'utf8' }).filter(name =>
      /\.(?:html|js|css|svg)$/.test(name),
    )
    expect(files.length).toBeGreaterThan(2)
    const bytes = files.reduce((sum, name) => sum + gzipSync(readFileSync(join(BUILT_PAGE, name))).length, 0)
    expect(bytes / 1000).toBeLessThan(MOST_KILOBYTES)
  })
})
