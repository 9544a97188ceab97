import type { ServiceProgram } from './plan-service.ts'

/** The name of the agent for launchd. */
export function toLaunchLabel({ kind }: Pick<ServiceProgram, 'kind'>): string {
  return `dev.antiphon.${kind}`
}

/** A property list of launchd for the person's own agents. */
export function formatLaunchAgent({ kind, words, variables }: ServiceProgram, log: string): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    '<plist version="1.0">',
    '<dict>',
    '  <key>Label</key>',
    `  <string>${toXmlText(toLaunchLabel({ kind }))}</string>`,
    '  <key>ProgramArguments</key>',
    '  <array>',
    ...words.map(word => `    <string>${toXmlText(word)}</string>`),
    '  </array>',
    '  <key>EnvironmentVariables</key>',
    '  <dict>',
    ...variables.flatMap(([name, value]) => [
      `    <key>${toXmlText(name)}</key>`,
      `    <string>${toXmlText(value)}</string>`,
    ]),
    '  </dict>',
    '  <key>RunAtLoad</key>',
    '  <true/>',
    '  <key>KeepAlive</key>',
    '  <true/>',
    '  <key>ThrottleInterval</key>',
    '  <integer>30</integer>',
    '  <key>ProcessType</key>',
    '  <string>Background</string>',
    '  <key>StandardErrorPath</key>',
    `  <string>${toXmlText(log)}</string>`,
    '</dict>',
    '</plist>',
    '',
  ].join('\n')
}

function toXmlText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
