import type { ServiceProgram } from './plan-service.ts'

/** A unit of systemd for the person's own services. */
export function formatSystemdUnit({ kind, words, variables }: ServiceProgram): string {
  return [
    '[Unit]',
    `Description=${DESCRIPTIONS[kind]} (antiphon ${kind})`,
    'StartLimitIntervalSec=0',
    '',
    '[Service]',
    ...variables.map(([name, value]) => `Environment=${quote(`${name}=${value}`)}`),
    `ExecStart=${words.map(word => quote(word.replaceAll('$', '$$$$'))).join(' ')}`,
    'Restart=always',
    'RestartSec=30',
    // What is sent or kept waits for nobody, and takes nothing from who works.
    'Nice=10',
    '',
    '[Install]',
    'WantedBy=default.target',
    '',
  ].join('\n')
}

const DESCRIPTIONS: Readonly<Record<ServiceProgram['kind'], string>> = {
  sync: 'Mirrors the sessions of this machine into the store of the team',
  archive: 'Keeps copies of the sessions of this machine',
}

function quote(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%')}"`
}
