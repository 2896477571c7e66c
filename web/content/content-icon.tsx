import BadgeCheck from 'lucide-react/icons/badge-check'
import BookOpen from 'lucide-react/icons/book-open'
import Brain from 'lucide-react/icons/brain'
import Cloud from 'lucide-react/icons/cloud'
import Code from 'lucide-react/icons/code'
import Container from 'lucide-react/icons/container'
import Database from 'lucide-react/icons/database'
import Eye from 'lucide-react/icons/eye'
import FileText from 'lucide-react/icons/file-text'
import Gamepad2 from 'lucide-react/icons/gamepad-2'
import Globe from 'lucide-react/icons/globe'
import IndianRupee from 'lucide-react/icons/indian-rupee'
import LifeBuoy from 'lucide-react/icons/life-buoy'
import Monitor from 'lucide-react/icons/monitor'
import Scale from 'lucide-react/icons/scale'
import Server from 'lucide-react/icons/server'
import Shield from 'lucide-react/icons/shield'
import ShoppingCart from 'lucide-react/icons/shopping-cart'
import Smartphone from 'lucide-react/icons/smartphone'
import Upload from 'lucide-react/icons/upload'

import type { Icon } from '#contract/content.ts'

/** The drawing that a text names; it says nothing that the words beside it do not. */
export function ContentIcon({ name, className }: { name: Icon; className?: string }) {
  const Drawing = drawings[name]
  return <Drawing className={className} strokeWidth={1.75} aria-hidden="true" />
}

const drawings = {
  'badge-check': BadgeCheck,
  'book-open': BookOpen,
  brain: Brain,
  cloud: Cloud,
  code: Code,
  container: Container,
  database: Database,
  eye: Eye,
  'file-text': FileText,
  'gamepad-2': Gamepad2,
  globe: Globe,
  'indian-rupee': IndianRupee,
  'life-buoy': LifeBuoy,
  monitor: Monitor,
  scale: Scale,
  server: Server,
  shield: Shield,
  'shopping-cart': ShoppingCart,
  smartphone: Smartphone,
  upload: Upload,
} satisfies Record<Icon, typeof Globe>
