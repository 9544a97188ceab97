import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Has a person write in the editor that they named; gives the text as it was where that fails. */
export async function editOutside(
  text: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const command = env.VISUAL || env.EDITOR || 'vi'
  const folder = await mkdtemp(join(tmpdir(), 'antiphon-prompt-'))
  const file = join(folder, 'prompt.md')
  try {
    await writeFile(file, text, { mode: 0o600 })
    // The variable may hold arguments, as for every program that asks for an editor.
    const editor = spawn('sh', ['-c', `${command} "$1"`, 'sh', file], { stdio: 'inherit' })
    const [code] = await once(editor, 'exit')
    return code === 0 ? (await readFile(file, 'utf8')).replace(/\n$/, '') : text
  } catch {
    return text
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
