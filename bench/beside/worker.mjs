// Runs the shared programs, each in a worker thread of its own, and prints one row a
// case: node worker.mjs FILE, where the file has the prelude and the programs as JSON.
import { readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'

const impl = 'node worker thread'
const scale = Number(process.env.YARD_SCALE ?? 1)
const { prelude, programs } = JSON.parse(readFileSync(process.argv[2], 'utf8'))

const boot = `const { parentPort } = require('node:worker_threads')
globalThis.hostSend = (id, name, args) => parentPort.postMessage([id, args])
globalThis.hostFinish = text => parentPort.postMessage(text)
parentPort.on('message', ([id, text]) => globalThis.reply(id, true, text))
`

/** The tool: its arguments as JSON in, its value as JSON out. */
const echo = args => JSON.stringify(JSON.parse(args).value)

/** Runs one program in a new thread and gives its result as JSON text. */
function run(program) {
  const source = `${boot}${prelude}
(async () => {${program}})().then(v => hostFinish(JSON.stringify(v ?? null)), e => hostFinish('failed: ' + e))`
  return new Promise((resolve, reject) => {
    const worker = new Worker(source, { eval: true, env: {} })
    worker.on('error', reject)
    worker.on('message', (message) => {
      if (typeof message === 'string') worker.terminate().then(() => resolve(message), reject)
      else worker.postMessage([message[0], echo(message[1])])
    })
  })
}

async function sample(id, { warm, ms, min }) {
  const once = async () => {
    const got = await run(programs[id])
    if (want[id] !== undefined && got !== want[id]) throw new Error(`${id}: got ${got}`)
  }
  const spend = async (budget, least) => {
    const [start, cpu] = [process.hrtime.bigint(), process.cpuUsage()]
    let n = 0
    let wall
    do {
      await once()
      n++
      wall = Number(process.hrtime.bigint() - start)
    } while (wall < budget * scale * 1e6 || n < least)
    const used = process.cpuUsage(cpu)
    return { ns: Math.round(wall / n), cpu: Math.round((used.user + used.system) * 1e3 / n) }
  }
  if (warm > 0) await spend(warm, 1)
  console.log(JSON.stringify({ case: id, impl, ...await spend(ms, min) }))
}

const want = {
  'code.cold': '1', 'code.trivial': '1', 'code.calls1000.sequential': '5000', 'code.calls1000.promiseall': '1000',
  'code.loop10m': '-2014260032',
}
programs['code.cold'] = programs['code.trivial']
await sample('code.cold', { warm: 0, ms: 0, min: 1 })
await sample('code.trivial', { warm: 600, ms: 600, min: 2 })
for (const id of ['code.calls1000.sequential', 'code.calls1000.promiseall', 'code.loop10m', 'code.result1m.records']) {
  await sample(id, { warm: 1, ms: 600, min: 2 })
}
console.log(JSON.stringify({ case: 'memory.code', impl, rssKiB: process.resourceUsage().maxRSS }))
