import { spawn } from 'node:child_process'

type BrowserOptions = {
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Shows a link in the person's browser, where there is one; that there is none is no failure. */
export function openBrowser(url: string, options: BrowserOptions): void {
  const command = findOpener(url, options)
  if (!command) return
  const [program, ...args] = command
  const child = spawn(program, args, { detached: true, stdio: 'ignore' })
  child.on('error', () => {})
  child.unref()
}

/** The program that opens links here; null where there is no screen to show one on. */
export function findOpener(
  url: string,
  { platform, env }: BrowserOptions,
): readonly [string, ...string[]] | null {
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', url]
  if (env.SSH_CONNECTION) return null
  if (platform === 'darwin') return ['open', url]
  const hasScreen = env.DISPLAY || env.WAYLAND_DISPLAY || env.WSL_DISTRO_NAME
  return hasScreen ? ['xdg-open', url] : null
}
