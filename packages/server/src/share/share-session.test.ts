import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createLog, toLines } from '../../../web/test/make-sessions.ts'
import { writeShare } from './share-session.ts'

const folder = mkdtempSync(join(tmpdir(), 'antiphon-share-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('writes a patch from the folder where the session began', async () => {
  const log = createLog('patch')
  const content = 'a\n'
  log.say('Write it')
  log.answer({ type: 'tool_use', id: 'w', name: 'Write', input: { file_path: '/home/me/a.ts', content } })
  log.result('w', 'ok', { type: 'create', filePath: '/home/me/a.ts', content })
  log.add({ type: 'user', cwd: '/home/me/below', message: { role: 'user', content: 'Go on' } })
  const path = join(folder, '00000000-0000-4000-8000-000000000001.jsonl')
  writeFileSync(path, toLines(log.entries))
  const file = join(folder, 'shared.patch')
  await writeShare({ path, file, format: 'patch', kept: [] }, new AbortController().signal)
  expect(readFileSync(file, 'utf8')).toContain('+++ b/a.ts')
})
