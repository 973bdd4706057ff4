{{- define "patchbay.name" -}}
{{- if eq .Release.Name "patchbay" -}}
patchbay
{{- else -}}
{{- printf "%s-patchbay" .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "patchbay.selector" -}}
app.kubernetes.io/name: patchbay
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "patchbay.labels" -}}
{{ include "patchbay.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- define "patchbay.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}

{{/* The variables of the nodes and of the migration job. Variables of `env` can refer to those that precede them. */}}
{{- define "patchbay.environment" -}}
envFrom:
  - configMapRef:
      name: {{ include "patchbay.name" . }}
  {{- if .Values.existingSecret }}
  - secretRef:
      name: {{ .Values.existingSecret }}
  {{- end }}
{{- if or (not .Values.existingSecret) .Values.bundled.postgresql.enabled .Values.bundled.nats.enabled .Values.bundled.s3.enabled }}
env:
{{- end }}
  {{- if not .Values.existingSecret }}
  - name: PATCHBAY_SECRET_KEYS
    valueFrom:
      secretKeyRef:
        name: {{ include "patchbay.name" . }}
        key: secret-keys
  {{- end }}
  {{- if .Values.bundled.postgresql.enabled }}
  - name: POSTGRES_PASSWORD
    valueFrom:
      secretKeyRef:
        name: {{ include "patchbay.name" . }}
        key: postgres-password
  - name: PATCHBAY_SQLSETTINGS_DATASOURCE
    value: postgresql://patchbay:$(POSTGRES_PASSWORD)@{{ include "patchbay.name" . }}-postgresql/patchbay
  {{- end }}
  {{- if .Values.bundled.nats.enabled }}
  - name: NATS_PASSWORD
    valueFrom:
      secretKeyRef:
        name: {{ include "patchbay.name" . }}
        key: nats-password
  - name: PATCHBAY_CLUSTERSETTINGS_BUSURLS
    value: nats://patchbay:$(NATS_PASSWORD)@{{ include "patchbay.name" . }}-nats:4222
  {{- end }}
  {{- if .Values.bundled.s3.enabled }}
  - name: PATCHBAY_FILESETTINGS_AMAZONS3SECRETACCESSKEY
    valueFrom:
      secretKeyRef:
        name: {{ include "patchbay.name" . }}
        key: s3-secret-key
  {{- end }}
{{- end -}}

{{- define "patchbay.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end -}}
