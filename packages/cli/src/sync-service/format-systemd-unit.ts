import type { ServiceProgram } from './plan-service.ts'

/** A unit of systemd for the person's own services. */
export function formatSystemdUnit({ words, variables }: ServiceProgram): string {
  return [
    '[Unit]',
    'Description=Mirrors the sessions of this machine into the store of the team (antiphon sync)',
    'StartLimitIntervalSec=0',
    '',
    '[Service]',
    ...variables.map(([name, value]) => `Environment=${quote(`${name}=${value}`)}`),
    `ExecStart=${words.map(word => quote(word.replaceAll('$', '$$$$'))).join(' ')}`,
    'Restart=always',
    'RestartSec=30',
    // What is sent waits for nobody, and takes nothing from who works.
    'Nice=10',
    '',
    '[Install]',
    'WantedBy=default.target',
    '',
  ].join('\n')
}

function quote(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%')}"`
}
