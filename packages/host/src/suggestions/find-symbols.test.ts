import { describe, expect, it } from 'vitest'
import { findSymbols } from './find-symbols.ts'
import { SYMBOL_RULES } from './symbol-rules.ts'

describe('findSymbols', () => {
  it.each([
    ['ts', 'export async function openChat(', 'FUNCTION openChat'],
    ['ts', 'export const suggest: Suggester = async () => [', 'CONSTANT suggest'],
    ['tsx', 'const View = ({ a }) => {', 'FUNCTION View'],
    ['ts', 'export type Chat = {', 'TYPE Chat'],
    ['ts', 'export abstract class Base {', 'CLASS Base'],
    ['ts', 'interface Chats {', 'INTERFACE Chats'],
    ['py', '    async def run(self):', 'FUNCTION run'],
    ['py', 'class Agent(Base):', 'CLASS Agent'],
    ['go', 'func (s *Server) Serve(l net.Listener) error {', 'FUNCTION Serve'],
    ['go', 'type Server struct {', 'TYPE Server'],
    ['rs', 'pub(crate) async fn open_chat(', 'FUNCTION open_chat'],
    ['rs', 'pub trait Host {', 'INTERFACE Host'],
    ['java', '    public static void main(String[] args) {', 'FUNCTION main'],
    ['kt', 'data class Message(val text: String)', 'CLASS Message'],
    ['kt', 'suspend fun send(text: String) {', 'FUNCTION send'],
    ['cs', 'public sealed record Entry(string Id)', 'CLASS Entry'],
    ['c', 'static int parse_line(const char *line, int n)', 'FUNCTION parse_line'],
    ['h', 'struct buffer {', 'CLASS buffer'],
    ['rb', '  def self.valid?(x)', 'FUNCTION valid?'],
    ['php', '    public function handle($x) {', 'FUNCTION handle'],
    ['swift', '    private func load() async {', 'FUNCTION load'],
    ['sh', 'build_all() {', 'FUNCTION build_all'],
    ['ex', 'defmodule My.App do', 'CLASS My.App'],
  ])('finds in .%s: %s', (ending, line, expected) => {
    const found = findSymbols(`\n${line}\n`, ending)
    expect(found.map(({ kind, name, line: number }) => `${kind} ${name} ${number}`)).toEqual([
      `${expected} 2`,
    ])
  })

  it('takes no statement for a definition', () => {
    expect(findSymbols('    if (a) {\n    return foo(bar)\nelse if (x) {\n  while (1) {', 'c')).toEqual([])
    expect(findSymbols('  return call(x)\n  const inner = 5', 'ts')).toEqual([])
    expect(findSymbols('function x() {}', 'png')).toEqual([])
  })

  it('is quick on hostile lines of every language', () => {
    const lines = [
      'a '.repeat(149),
      'public '.repeat(42),
      '*&'.repeat(149),
      `${'pub '.repeat(70)}(`,
      '<'.repeat(299),
    ]
    const text = Array.from({ length: 2000 }, (_, n) => lines[n % lines.length]).join('\n')
    for (const ending of SYMBOL_RULES.keys())
      expect(findSymbols(text, ending).length).toBeLessThanOrEqual(500)
  })
})
