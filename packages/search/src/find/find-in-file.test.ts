import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parseQuery } from '../query/parse-query.ts'
import { findInFile } from './find-in-file.ts'

it('tells how often what was looked for stands in a line', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'antiphon-find-'))
  try {
    const path = join(folder, 'log.jsonl')
    const lines = ['Heron, heron and no kestrel', 'a kestrel', 'herons'].map((content, index) =>
      JSON.stringify({ type: 'user', uuid: `u${index}`, message: { role: 'user', content } }),
    )
    await writeFile(path, `${lines.join('\n')}\n`)
    const { size } = await stat(path)
    const marksOf = async (text: string): Promise<readonly number[]> => {
      const parsed = parseQuery(text, { now: 0 })
      if (parsed.kind !== 'query') throw new Error(text)
      const found = findInFile({ file: { path, size, session: 's' }, query: parsed.query })
      const marks: number[] = []
      for await (const hit of found) marks.push(hit.marks)
      return marks
    }
    expect(await marksOf('heron')).toEqual([2, 1])
    expect(await marksOf('heron kestrel')).toEqual([3])
    expect(await marksOf('role:user')).toEqual([1, 1, 1])
  } finally {
    await rm(folder, { recursive: true })
  }
})
