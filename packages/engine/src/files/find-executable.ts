import { access, constants, stat } from 'node:fs/promises'
import { delimiter, isAbsolute, join } from 'node:path'

/** Where a program is, by the PATH of the session; null for none. */
export async function findExecutable(
  name: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string | null> {
  // Windows spells it Path, and does not care.
  const spelled = process.platform === 'win32' ? Object.keys(env).find(key => /^path$/i.test(key)) : 'PATH'
  for (const folder of (env[spelled ?? 'PATH'] ?? '').split(delimiter)) {
    // A relative entry would run whatever lies in the folder that is worked on.
    if (!isAbsolute(folder)) continue
    const path = join(folder, process.platform === 'win32' ? `${name}.exe` : name)
    try {
      await access(path, constants.X_OK)
      if ((await stat(path)).isFile()) return path
    } catch {
      // Not in this folder.
    }
  }
  return null
}
