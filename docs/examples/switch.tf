# Reads a switch, and makes sure that its name is the one that it should have.
#   terraform apply -var switch=192.168.10.200 -var token=fpt_...

terraform {
  required_providers {
    http = {
      source  = "hashicorp/http"
      version = "~> 3.4"
    }
  }
}

variable "switch" {
  type = string
}

variable "token" {
  type      = string
  sensitive = true
}

locals {
  address = "https://${var.switch}/iss/specific/rpc.js"
  headers = {
    Authorization = "Bearer ${var.token}"
    Content-Type  = "application/json"
  }
}

# A data source is read at every plan: the call must not change anything that is not wanted at each of them.
data "http" "name" {
  url             = local.address
  method          = "POST"
  ca_cert_pem     = file("switch.pem")
  request_headers = local.headers
  request_body    = <<-JSON
    {"method": "CommonSet", "id": 0, "params": {"Template": "system", "sysName": "attic"}}
  JSON

  lifecycle {
    postcondition {
      condition     = jsondecode(self.response_body).error.code == 0
      error_message = jsondecode(self.response_body).error.message
    }
  }
}

data "http" "system" {
  url             = local.address
  method          = "POST"
  ca_cert_pem     = file("switch.pem")
  request_headers = local.headers
  request_body    = <<-JSON
    {"method": "CommonGet", "id": 0, "params": {"Template": "system"}}
  JSON

  depends_on = [data.http.name]
}

output "name" {
  value = jsondecode(data.http.system.response_body).result.sysName
}
