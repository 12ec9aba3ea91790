import type { ContainerConfig } from "./containerConfig";

interface KnownRepository {
  readonly repository: RegExp;
  /** Tags of Linux images; those of Windows images tell their build themselves. */
  readonly linuxTags?: RegExp;
  readonly config?: ContainerConfig;
  readonly source: string;
}

/** Where the tags of Docker Hub's official images are listed. */
const dockerOfficial = "docker-library/official-images, library/";
/** What may follow a version: "-slim-bookworm", "-alpine3.22". */
const release = "(?:-[\\w.]+)*";

/** Repositories from which people build. A tag of the right form counts as one that is there: which of them are, changes every month. */
export const knownRepositories: readonly KnownRepository[] = [
  {
    repository: /^mcr\.microsoft\.com\/windows\/(?:servercore|nanoserver|server)$/,
    source: "virtualization-documentation container-base-images.md",
  },
  {
    repository: /^mcr\.microsoft\.com\/windows\/servercore\/iis$/,
    config: { ExposedPorts: { "80/tcp": {} }, Entrypoint: ["C:\\ServiceMonitor.exe", "w3svc"] },
    source: "microsoft/iis-docker windowsservercore-ltsc2022/Dockerfile",
  },
  {
    repository: /^mcr\.microsoft\.com\/dotnet\/framework\/(?:sdk|runtime|aspnet|wcf)$/,
    source: "microsoft/dotnet-framework-docker README.md",
  },
  {
    repository: /^mcr\.microsoft\.com\/powershell$/,
    linuxTags: /^(?:latest|lts|\d+\.\d+(?:\.\d+)?(?:-\w+-[\d.]+)?)$/,
    source: "PowerShell/PowerShell-Docker README.md",
  },
  {
    repository: /^mcr\.microsoft\.com\/dotnet\/(?:sdk|aspnet|runtime|runtime-deps)$/,
    linuxTags: new RegExp(`^(?:latest|(?:8|9|10)\\.0(?:\\.\\d+)?(?!.*(?:nanoserver|windowsservercore))${release})$`),
    source: "dotnet/dotnet-docker documentation/supported-tags.md",
  },
  {
    repository: /^mcr\.microsoft\.com\/(?:azurelinux\/base\/(?:core|nodejs|python)|cbl-mariner\/base\/core|azure-cli)$/,
    linuxTags: new RegExp(`^(?:latest|\\d+(?:\\.\\d+)*${release})$`),
    source: "microsoft/azurelinux and Azure/azure-cli README.md",
  },
  {
    repository: /^docker\.io\/library\/ubuntu$/,
    linuxTags:
      /^(?:latest|rolling|devel|(?:20|22|24|26)\.04|25\.(?:04|10)|(?:focal|jammy|noble|plucky|questing|resolute)(?:-\d{8}(?:\.\d)?)?)$/,
    source: `${dockerOfficial}ubuntu`,
  },
  {
    repository: /^docker\.io\/library\/debian$/,
    linuxTags: new RegExp(`^(?:latest|stable|(?:11|12|13)(?:\\.\\d+)?|bullseye|bookworm|trixie)${release}$`),
    source: `${dockerOfficial}debian`,
  },
  {
    repository: /^docker\.io\/library\/(?:alpine|busybox)$/,
    linuxTags: new RegExp(`^(?:latest|edge|stable|musl|glibc|\\d+(?:\\.\\d+){0,2})${release}$`),
    source: `${dockerOfficial}alpine, busybox`,
  },
  {
    repository: /^docker\.io\/library\/node$/,
    linuxTags: new RegExp(`^(?:latest|lts|current|slim|alpine|(?:20|22|24|25|26)(?:\\.\\d+){0,2})${release}$`),
    source: `${dockerOfficial}node`,
  },
  {
    repository: /^docker\.io\/library\/(?:python|golang|eclipse-temurin|maven|nginx|httpd)$/,
    linuxTags: new RegExp(`^(?:latest|stable|mainline|slim|alpine|\\d+(?:\\.\\d+){0,2})${release}$`),
    source: `${dockerOfficial}python, golang, eclipse-temurin, maven, nginx, httpd`,
  },
  {
    repository: /^docker\.io\/nginxinc\/nginx-unprivileged$/,
    linuxTags: new RegExp(`^(?:latest|stable|mainline|alpine|\\d+(?:\\.\\d+){0,2})${release}$`),
    config: {
      User: "101",
      ExposedPorts: { "8080/tcp": {} },
      Entrypoint: ["/docker-entrypoint.sh"],
      Cmd: ["nginx", "-g", "daemon off;"],
      StopSignal: "SIGQUIT",
    },
    source: "nginx/docker-nginx-unprivileged README.md and Dockerfile-debian.template",
  },
];
