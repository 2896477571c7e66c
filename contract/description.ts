import { Session, EmailChange } from './accounts/account-settings.ts'
import { User, UserData, Address, SocialMedia, Preferences, Tokens, SignedIn } from './accounts/accounts.ts'
import { Notice } from './accounts/notices.ts'
import { CategoryCount } from './catalogue/catalogue.ts'
import { CategorySummary } from './content/categories.ts'
import { Complaint, CopyrightNotice, StaffComplaint } from './content/complaints.ts'
import { Contact as ContactMessage, ContactDetail as ContactMessageDetail } from './content/contacts.ts'
import {
  About,
  TeamMember,
  Operator,
  Contact as ContactPage,
  Site,
  StaffsPage as SupportPage,
} from './content/content.ts'
import { StaffReview } from './content/moderation.ts'
import { AboutPage, TeamPage, Faq, SupportPages } from './content/page-texts.ts'
import { RequestStatus } from './content/request-status.ts'
import { BrowserError } from './dashboard/browser-errors.ts'
import { SystemInfo, Stats as DashboardStats, ToDo, Analytics } from './dashboard/dashboard.ts'
import type { Contract } from './index.ts'
import { Done } from './kit/fields.ts'
import { Pagination } from './kit/paging.ts'
import { Problem } from './kit/problem.ts'
import { FollowState, Followed as FollowedMember } from './members/follows.ts'
import { PublicMember } from './members/members.ts'
import { DataExport, Deletion as AccountDeletion } from './members/personal-data.ts'
import { Activity } from './members/profile.ts'
import { MemberRow as StaffMemberRow, MemberDetail as StaffMemberDetail } from './members/staff-members.ts'
import { WishlistItem } from './members/wishlist.ts'
import {
  Payout,
  OwnPayout,
  Balance,
  StaffPayout,
  PayoutCase,
  Result as PayoutResult,
  Destination,
} from './money/payouts.ts'
import { Referral, ReferredSale } from './money/referrals.ts'
import { TaxIds } from './money/tax-ids.ts'
import { SoldListing, BoughtListing } from './orders/bought-listing.ts'
import { NewCoupon, Coupon } from './orders/coupons.ts'
import {
  Item as OrderItem,
  Order,
  Payment,
  Quoted as QuotedItem,
  Callback as PaymentCallback,
} from './orders/orders.ts'
import { RecallableRelease } from './orders/recalls.ts'
import { BuyersRefund, OwnersRefund, RefundCase } from './orders/refunds.ts'
import { Review, OwnReview, ReviewInput as NewReview } from './orders/reviews.ts'
import { RunAnswer, ReceivedAnswer as ReceivedRunAnswer } from './orders/run-answers.ts'
import { Dispute, DisputeCase } from './orders/staff/disputes.ts'
import { HeldPayment } from './orders/staff/held-payments.ts'
import { OrderRow as StaffOrderRow, OrderDetail as StaffOrderDetail } from './orders/staff/orders.ts'
import { NewProject, ProjectEdit, OwnerEdit } from './projects/edits.ts'
import { Finding, Findings, Facts as FindingFacts, RuleSwitches } from './projects/findings.ts'
import { Facets } from './projects/list.ts'
import { Image, ProjectCard, Recall, Project, OwnProjectCard } from './projects/project.ts'
import { Question } from './projects/questions.ts'
import { Uploaded, OpenUpload } from './projects/releases.ts'
import { Sample, SampleChoice } from './projects/samples.ts'
import {
  Folder,
  SourceLine,
  SourceFile,
  Release,
  Changes as ReleaseChanges,
  FileChanges,
} from './projects/source.ts'
import { FeaturedProject, BulkResult } from './projects/staff/projects.ts'
import { Similarity, Comparison } from './projects/staff/similarity.ts'
import { Claim, Waiting as WaitingProject, VerificationOwner } from './projects/staff/verification.ts'
import {
  Admin,
  Account as OwnStaffAccount,
  StaffAccount,
  SignedIn as StaffSignedIn,
} from './staff/accounts.ts'
import { AuditEntry } from './staff/audit.ts'
import { Identity } from './staff/identity.ts'
import { SealedCopy } from './staff/sealed.ts'
import { Tax, Fees, Home, Social, SignUp, AllSettings } from './staff/settings.ts'

/** The sections of the API document. */
export const sections = {
  accounts: 'Signing in, the member who is signed in, their sessions, and what we know of them.',
  catalogue: 'What the public finds: the list and its filters, search, categories, owners.',
  projects: "A project: its record, files, pictures, checks, questions, and the staff's verification.",
  orders: 'A purchase and what follows it: checkout, documents, reviews, refunds, recalls, disputes.',
  money: 'What an owner or an agent has earned, and how it is paid out.',
  content: "The site's own texts, messages to the staff, and complaints.",
  members: 'What a member sees of everything: profile, wishlist, follows; and members as staff see them.',
  dashboard: 'Figures for the staff, and the state of the installation.',
  staff: "The staff's own accounts, the settings and the audit log.",
}

/** The section of each group of calls. */
export const sectionOf: Record<keyof Contract, keyof typeof sections> = {
  accounts: 'accounts',
  sessions: 'accounts',
  emailChange: 'accounts',
  personalData: 'members',
  catalogue: 'catalogue',
  categories: 'content',
  members: 'members',
  projects: 'projects',
  uploads: 'projects',
  releases: 'projects',
  source: 'projects',
  samples: 'projects',
  questions: 'projects',
  findings: 'projects',
  similarity: 'projects',
  staffProjects: 'projects',
  verification: 'projects',
  projectPage: 'orders',
  synonyms: 'catalogue',
  orders: 'orders',
  sandbox: 'orders',
  coupons: 'orders',
  invoices: 'orders',
  licences: 'orders',
  reviews: 'orders',
  downloads: 'orders',
  held: 'content',
  moderation: 'content',
  runAnswers: 'orders',
  refundRequests: 'orders',
  recalls: 'orders',
  disputes: 'orders',
  heldPayments: 'orders',
  staffOrders: 'orders',
  earnings: 'money',
  payouts: 'money',
  referrals: 'money',
  taxIds: 'money',
  content: 'content',
  contacts: 'content',
  staffContacts: 'content',
  complaints: 'content',
  requestStatus: 'content',
  profile: 'members',
  follows: 'members',
  wishlist: 'members',
  staffMembers: 'members',
  notices: 'accounts',
  dashboard: 'dashboard',
  analytics: 'dashboard',
  system: 'dashboard',
  browserErrors: 'dashboard',
  staff: 'staff',
  totp: 'staff',
  admins: 'staff',
  settings: 'staff',
  sealed: 'staff',
  audit: 'staff',
}

/** The schemas that the API document names. */
export const schemas = {
  About,
  AboutPage,
  AccountDeletion,
  Activity,
  Address,
  Admin,
  AllSettings,
  Analytics,
  AuditEntry,
  Balance,
  BoughtListing,
  BrowserError,
  BulkResult,
  BuyersRefund,
  CategoryCount,
  CategorySummary,
  Claim,
  Comparison,
  Complaint,
  ContactMessage,
  ContactMessageDetail,
  ContactPage,
  CopyrightNotice,
  Coupon,
  DashboardStats,
  DataExport,
  VerificationOwner,
  Destination,
  Dispute,
  DisputeCase,
  HeldPayment,
  Done,
  EmailChange,
  Facets,
  Faq,
  FeaturedProject,
  Fees,
  FileChanges,
  Finding,
  FindingFacts,
  Findings,
  Folder,
  FollowState,
  FollowedMember,
  Home,
  Identity,
  Image,
  NewCoupon,
  NewProject,
  NewReview,
  Notice,
  OpenUpload,
  Operator,
  Order,
  OrderItem,
  OwnPayout,
  OwnProjectCard,
  OwnReview,
  OwnStaffAccount,
  OwnerEdit,
  OwnersRefund,
  Pagination,
  Payment,
  PaymentCallback,
  Payout,
  PayoutCase,
  PayoutResult,
  Preferences,
  Problem,
  Project,
  ProjectCard,
  ProjectEdit,
  PublicMember,
  Question,
  QuotedItem,
  Recall,
  RecallableRelease,
  ReceivedRunAnswer,
  Referral,
  ReferredSale,
  RefundCase,
  Release,
  ReleaseChanges,
  RequestStatus,
  Review,
  RuleSwitches,
  RunAnswer,
  Sample,
  SampleChoice,
  SealedCopy,
  Session,
  SignUp,
  SignedIn,
  Similarity,
  Site,
  Social,
  SocialMedia,
  SoldListing,
  SourceFile,
  SourceLine,
  StaffAccount,
  StaffComplaint,
  StaffMemberDetail,
  StaffMemberRow,
  StaffOrderDetail,
  StaffOrderRow,
  StaffPayout,
  StaffReview,
  StaffSignedIn,
  SupportPage,
  SupportPages,
  SystemInfo,
  Tax,
  TaxIds,
  TeamMember,
  TeamPage,
  ToDo,
  Tokens,
  Uploaded,
  User,
  UserData,
  WaitingProject,
  WishlistItem,
}
