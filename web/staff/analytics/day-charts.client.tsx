import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'

import { grouped } from '#contract/kit/counted.ts'
import { inRupees } from '#contract/kit/rupees.ts'
import type { Analytics } from '#contract/staff/analytics.ts'

import { day as dayText } from '../../ui/day.ts'

type Day = Analytics['days'][number]

/** Visits, views, purchases and revenue, a bar for each day. The table beneath says the same in figures. */
export default function DayCharts({ days }: { days: readonly Day[] }) {
  return (
    <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
      <Chart title="Visits" days={days} of="visits" text={grouped} colour="var(--edge)" />
      <Chart title="Views of projects" days={days} of="views" text={grouped} colour="var(--edge)" />
      <Chart title="Purchases" days={days} of="purchases" text={grouped} colour="var(--verified)" />
      <Chart title="Revenue" days={days} of="revenue" text={inRupees} colour="var(--verified)" />
    </div>
  )
}

function Chart({ title, days, of, text, colour }: ChartProps) {
  return (
    <figure aria-hidden="true" className="min-w-0">
      <figcaption className="text-13 text-quiet mb-2 font-mono">{title}</figcaption>
      <ResponsiveContainer width="100%" height={140}>
        <BarChart data={days} margin={{ top: 4, right: 20, bottom: 0, left: 0 }}>
          <CartesianGrid vertical={false} stroke="var(--rule)" />
          <XAxis
            dataKey="day"
            tickFormatter={(day: string) => dayText(day).replace(/ \d{4}$/, '')}
            tick={tick}
            tickLine={false}
            axisLine={{ stroke: 'var(--edge)' }}
            minTickGap={32}
          />
          <YAxis
            width={60}
            tickFormatter={text}
            tick={tick}
            tickLine={false}
            axisLine={false}
            tickCount={3}
            allowDecimals={false}
          />
          <Tooltip
            cursor={{ fill: 'var(--sunk)' }}
            formatter={(value) => text(Number(value))}
            labelFormatter={(day) => (typeof day === 'string' ? dayText(day) : '')}
            contentStyle={{
              background: 'var(--sheet)',
              border: '1px solid var(--rule)',
              color: 'var(--ink)',
            }}
            itemStyle={{ color: 'var(--ink)' }}
          />
          <Bar dataKey={of} name={title} fill={colour} isAnimationActive={false} maxBarSize={28} />
        </BarChart>
      </ResponsiveContainer>
    </figure>
  )
}

const tick = { fill: 'var(--quiet)', fontSize: 12, fontFamily: 'var(--font-mono)' }

interface ChartProps {
  title: string
  days: readonly Day[]
  of: 'visits' | 'views' | 'purchases' | 'revenue'
  text: (value: number) => string
  colour: string
}
